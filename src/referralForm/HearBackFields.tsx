import { useId } from 'react';
import { useSession } from '../app/services';
import { useFeature } from '../app/useFeature';
import { useStep2T } from '../i18n/useStep2T';
import controls from '../ui/controls.module.css';
import { TextField } from '../ui/Field';
import reachStyles from './ReachFields.module.css';
import formStyles from './ReferralForm.module.css';
import type { DraftForm } from './useReferralForm';

/** Asks guests for their own name, which a consent can name: only where they get a receipt, and never whoever has an account. */
export function HearBackFields({ form }: { form: DraftForm }) {
  const t = useStep2T();
  const hintId = useId();
  const { status } = useSession();
  const isOffered = useFeature('lookUp');
  if (!isOffered || status === 'signed-in') return null;
  return (
    <fieldset className={formStyles.group} aria-describedby={hintId}>
      <legend>
        <span>{t('hearBack.title')}</span>{' '}
        <span className={`${controls.optional} ${reachStyles.optional}`}>
          {t('field.optional')}
        </span>
      </legend>
      <div className={reachStyles.parts}>
        <p id={hintId} className={reachStyles.hint}>
          {t('hearBack.hint')}
        </p>
        <TextField
          label={t('hearBack.name')}
          name="guest_name"
          autoComplete="name"
          hint={t('hearBack.age')}
          optional
          value={form.state.draft.guest_name}
          onChange={(event) => form.change({ guest_name: event.currentTarget.value })}
          error={form.errorOf('guest_name')}
        />
      </div>
    </fieldset>
  );
}
