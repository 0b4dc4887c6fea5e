import { useEffect, useId, useState } from 'react';
import { useServices, useSession } from '../app/services';
import { useFeature } from '../app/useFeature';
import { useStep2T } from '../i18n/useStep2T';
import { CheckField } from '../ui/CheckField';
import controls from '../ui/controls.module.css';
import { TextField } from '../ui/Field';
import reachStyles from './ReachFields.module.css';
import formStyles from './ReferralForm.module.css';
import type { DraftForm } from './useReferralForm';

/** Asks whether the one who files wants the person's consent to learn what comes of it: a guest by their name, an account by a tick. */
export function HearBackFields({ form }: { form: DraftForm }) {
  const t = useStep2T();
  const hintId = useId();
  const asks = useAsks();
  if (!asks) return null;
  const { guest_name, ask_consent } = form.state.draft;
  return (
    <fieldset className={formStyles.group} aria-describedby={hintId}>
      <legend>
        <span>{t('hearBack.title')}</span>{' '}
        <span className={`${controls.optional} ${reachStyles.optional}`}>
          {t('field.optional')}
        </span>
      </legend>
      <div className={reachStyles.parts}>
        {asks === 'guest' ? (
          <>
            <p id={hintId} className={reachStyles.hint}>
              {t('hearBack.hint')}
            </p>
            <TextField
              label={t('hearBack.name')}
              name="guest_name"
              autoComplete="name"
              hint={t('hearBack.age')}
              optional
              value={guest_name}
              onChange={(event) => form.change({ guest_name: event.currentTarget.value })}
              error={form.errorOf('guest_name')}
            />
          </>
        ) : (
          <div>
            <CheckField
              label={t('hearBack.ask')}
              checked={ask_consent}
              onChange={(event) => form.change({ ask_consent: event.currentTarget.checked })}
            />
            <p id={hintId} className={reachStyles.hint}>
              {t('hearBack.askHint')}
            </p>
          </div>
        )}
      </div>
    </fieldset>
  );
}

/**
 * Who is asked: guests where they get a receipt, and accounts outside of the program, as those inside read the referral. Undefined
 * for neither, until it is known, and if it cannot be read: staff can ask later.
 */
function useAsks(): 'guest' | 'account' | undefined {
  const { api } = useServices();
  const { status, user } = useSession();
  const hasReceipts = useFeature('lookUp');
  const hasConsents = useFeature('consents') && user !== null;
  const [isOutside, setOutside] = useState(false);
  useEffect(() => {
    if (!hasConsents) return;
    api.call('getReader', {}).then(
      ({ is_inside }) => setOutside(!is_inside),
      () => setOutside(false),
    );
  }, [api, hasConsents]);
  if (status !== 'signed-in') return hasReceipts ? 'guest' : undefined;
  return hasConsents && isOutside ? 'account' : undefined;
}
