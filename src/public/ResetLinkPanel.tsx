import type { ReactNode } from 'react';
import { useT } from '../i18n/I18nProvider';
import { Button } from '../shared/Button';
import { ProblemMessage, StatusMessage } from '../shared/Message';
import { PageHeading } from '../shared/PageHeading';
import { useErrorText } from '../shared/useErrorText';
import { usePageTitle } from '../shared/usePageTitle';
import { Panel, PanelEnd } from './Panel';
import { useResetLink } from './useResetLink';

interface Props {
  title: string;
  /** Rendered when the link is valid. */
  renderForm: (token: string) => ReactNode;
  /** Message about an invalid link; the actions are below it. */
  invalid: ReactNode;
  actions: ReactNode;
}

/** The page behind an e-mailed link for choosing a password. Checks the link on load (spec section 4, "Reset link"). */
export function ResetLinkPanel({ title, renderForm, invalid, actions }: Props) {
  const t = useT();
  const errorText = useErrorText();
  const { token, link, check } = useResetLink();
  usePageTitle(title);

  const checkAgain = () => {
    // The button disappears: move the focus first.
    document.querySelector('h1')?.focus();
    check();
  };

  return (
    <Panel>
      <PageHeading>{title}</PageHeading>
      <StatusMessage variant="note">
        {link.status === 'checking' && t('reset.checking')}
      </StatusMessage>
      {link.status === 'valid' && renderForm(token)}
      {link.status === 'invalid' && (
        <PanelEnd>
          <ProblemMessage>
            {invalid}
            {!token && <p>{t('reset.openAgain')}</p>}
          </ProblemMessage>
          {actions}
        </PanelEnd>
      )}
      {link.status === 'unknown' && (
        <PanelEnd>
          <ProblemMessage>
            <p>{errorText(link.error)}</p>
          </ProblemMessage>
          <Button onClick={checkAgain}>{t('app.tryAgain')}</Button>
        </PanelEnd>
      )}
    </Panel>
  );
}
