import { useEffect, useRef, useState } from 'react';
import { useAccountT } from '../i18n/useAccountT';
import type { AccountTextKey } from '../i18n/textKeys';
import { ButtonLink } from '../ui/Button';
import { StatusMessage } from '../ui/Message';
import { routes } from '../app/routes';
import { Panel, PanelEnd } from './Panel';
import styles from './Panel.module.css';
import type { ResetAnswer } from './ResetForm';
import { ResetLinkPanel } from './ResetLinkPanel';

/** Another server may not say whether an administrator still has to approve the account. */
function selectOutcome(answer: ResetAnswer): AccountTextKey {
  if (answer?.approved === undefined) return 'reset.done';
  return answer.approved ? 'confirmEmail.approved' : 'confirmEmail.pending';
}

/**
 * /confirm-email: the target of the link in the registration e-mail. The person chooses the password here, as the one in the
 * registration may be a stranger's (docs/decisions/0023).
 */
export function ConfirmEmailPage() {
  const t = useAccountT();
  const [outcome, setOutcome] = useState<AccountTextKey>();

  if (outcome) return <Confirmed outcome={outcome} />;
  return (
    <ResetLinkPanel
      texts="confirmEmail"
      intro={t('confirmEmail.why')}
      onReset={(answer) => setOutcome(selectOutcome(answer))}
      wayOn={t('confirmEmail.wayOn')}
      actions={
        <>
          <ButtonLink to={routes.forgotPassword.path}>{t('reset.toForgot')}</ButtonLink>
          <ButtonLink variant="secondary" to={routes.register.path}>
            {t('confirmEmail.toRegister')}
          </ButtonLink>
        </>
      }
    />
  );
}

/** The outcome, with a link to the login unless approval is pending. */
function Confirmed({ outcome }: { outcome: AccountTextKey }) {
  const t = useAccountT();
  const message = useRef<HTMLDivElement>(null);

  // The form, which had the focus, is gone.
  useEffect(() => message.current?.focus(), []);

  return (
    <Panel title={t('confirmEmail.title')}>
      <div ref={message} tabIndex={-1} className={styles.outcome}>
        <StatusMessage>{t(outcome)}</StatusMessage>
      </div>
      {outcome !== 'confirmEmail.pending' && (
        <PanelEnd>
          <ButtonLink to={routes.login.path}>{t('confirmEmail.toLogin')}</ButtonLink>
        </PanelEnd>
      )}
    </Panel>
  );
}
