import type { ReactNode } from 'react';
import { useT } from '../i18n/I18nProvider';
import { TextField } from '../shared/TextFields';
import { findFieldError } from './fieldErrors';
import type { ReferralDraft } from './referralDraft';
import type { ReferralFormControls } from './useReferralForm';

/** The single-line text fields of the draft. */
type LineField = Exclude<keyof ReferralDraft, 'substance' | 'site' | 'sex' | 'notes'>;

interface Props {
  form: ReferralFormControls;
  field: LineField;
  label: string;
  type?: 'text' | 'tel' | 'email' | 'date';
  hint?: ReactNode;
  min?: string;
}

/** A text field of the draft, with its error. Autocomplete is off, as the data is about someone else. */
export function DraftField({ form, field, ...rest }: Props) {
  const t = useT();
  const { draft } = form.state;
  const errorKey = findFieldError(form.state, field);
  return (
    <TextField
      {...rest}
      name={field}
      autoComplete="off"
      value={draft[field]}
      onChange={(event) => form.change({ [field]: event.currentTarget.value })}
      error={errorKey && t(errorKey)}
    />
  );
}
