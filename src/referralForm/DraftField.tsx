import type { ReactNode } from 'react';
import { useT } from '../i18n/I18nProvider';
import { TextField } from '../shared/TextFields';
import { flagTextOf } from './flagTexts';
import type { ReferralDraft } from './referralDraft';
import type { ReferralFormControls } from './useReferralForm';

/** The fields of the draft that are one line of text. */
type LineField = Exclude<keyof ReferralDraft, 'substance' | 'site' | 'sex' | 'notes'>;

interface Props {
  form: ReferralFormControls;
  field: LineField;
  label: string;
  type?: 'text' | 'tel' | 'email' | 'date';
  hint?: ReactNode;
  min?: string;
}

/** One line of the draft, with its flag. The browser must not remember it: it is about someone else. */
export function DraftField({ form, field, ...rest }: Props) {
  const t = useT();
  const { draft } = form.state;
  const flag = flagTextOf(form.state, field);
  return (
    <TextField
      {...rest}
      name={field}
      autoComplete="off"
      value={draft[field]}
      onChange={(event) => form.change({ [field]: event.currentTarget.value })}
      flag={flag && t(flag)}
    />
  );
}
