import { useEffect, useRef, useState } from 'react';
import { MutationStatus, useSingleMutation } from '../../../../admin';
import { useFeature } from '../../../../app/useFeature';
import type { StaffTextKey } from '../../../../i18n/textKeys';
import { useStaffT } from '../../../../i18n/useStaffT';
import { Button } from '../../../../ui/Button';
import { CheckField } from '../../../../ui/CheckField';
import styles from './consents.module.css';
import { CONSENT_DETAILS } from './consentTexts';

/** What a caller names without help, by which staff know that they filed. */
const NAMED = ['reference', 'guestName', 'birthDate'] as const;

/** Gives the guest who filed a new code, if they lost their receipt. Nothing where the server has no receipts. */
export function NewCode({ id }: { id: string }) {
  return useFeature('lookUp') ? <NewCodeForm id={id} /> : null;
}

function NewCodeForm({ id }: { id: string }) {
  const t = useStaffT();
  const [named, setNamed] = useState<readonly string[]>([]);
  const [code, setCode] = useState('');
  const shown = useRef<HTMLDivElement>(null);
  const mutation = useSingleMutation<void>({
    send: async (provider) => setCode((await provider.renewReceipt(id)).data.code),
    onDone: () => undefined,
    onFailed: () => undefined,
  });
  useEffect(() => {
    if (code) shown.current?.focus();
  }, [code]);

  if (code) {
    return (
      <div ref={shown} tabIndex={-1} className={styles.form}>
        <p>{t('consents.newCode.code')}</p>
        <p className={styles.said} translate="no">
          {code}
        </p>
        <p className={styles.hint}>{t('consents.newCode.done')}</p>
      </div>
    );
  }
  const isKnown = named.length === NAMED.length;
  return (
    <details>
      <summary>{t('consents.newCode.title')}</summary>
      <div className={styles.form}>
        <p className={styles.hint}>{t('consents.newCode.intro')}</p>
        {NAMED.map((one) => (
          <CheckField
            key={one}
            label={t(`consents.newCode.${one}` as StaffTextKey)}
            checked={named.includes(one)}
            onChange={({ target }) =>
              setNamed(target.checked ? [...named, one] : named.filter((other) => other !== one))
            }
          />
        ))}
        <MutationStatus
          mutation={{ ...mutation, done: [], failed: 'consents.newCode.failed' }}
          onTryAgain={() => mutation.start()}
          isAdding
          details={CONSENT_DETAILS}
        />
        <div>
          <Button
            variant="secondary"
            busy={mutation.isBusy}
            aria-disabled={!isKnown}
            onClick={() => mutation.start()}
          >
            {t('consents.newCode.submit')}
          </Button>
        </div>
      </div>
    </details>
  );
}
