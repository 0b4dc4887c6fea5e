import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useId, useState } from 'react';
import { useCanAccess, useDataProvider } from 'react-admin';
import { useNavigate } from 'react-router';
import { NOTICE_CODES } from '../../contract/staffConstants';
import { CloseButton, Dialog, useStoredState } from '../admin';
import { changePasswordLink, RESOURCES, routes } from '../app/routes';
import { useServices } from '../app/services';
import { useFeature } from '../app/useFeature';
import type { StaffDataProvider } from '../dataProvider/dataProvider';
import { useStaffT } from '../i18n/useStaffT';
import { Button, ButtonLink } from '../ui/Button';
import { ConfirmRestoredDialog } from './ConfirmRestoredDialog';
import styles from './Notices.module.css';

const NONE: readonly string[] = [];

/**
 * The notices for the person, on every page, one at a time in one line. 'Later' leads to the next one, until the person signs in
 * again. The status region mounts without text, as screen readers announce only changes.
 */
export function Notices({ codes }: { codes: readonly string[] }) {
  const [later, setLater] = useStoredState<readonly string[]>('notices.later', NONE);
  const open = codes.filter((code) => !later.includes(code));
  const [code] = useDeferredValue(open, NONE);
  return (
    <div
      role="status"
      className={code ? `${styles.notices} screen-only` : undefined}
      data-notice={code}
    >
      {code && <StaffNotice key={code} code={code} onLater={() => setLater([...later, code])} />}
    </div>
  );
}

function StaffNotice({ code, onLater }: { code: string; onLater: () => void }) {
  const t = useStaffT();
  const canChange = useFeature('changePassword');
  const [isWhole, setWhole] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const textId = useId();
  const known = NOTICE_CODES.find((name) => name === code);

  return (
    <div className={styles.notice}>
      <p id={textId} className={isWhole ? styles.whole : styles.line}>
        {/* A code that this build does not know is shown as it is. */}
        <strong>{known ? t(`notices.${known}.title`) : t('notices.unknown', { code })}</strong>
        {known && <span>{` ${t(`notices.${known}.text`)}`}</span>}
      </p>
      <div className={styles.actions}>
        {known && (
          <Button
            variant="quiet"
            aria-expanded={isWhole}
            aria-controls={textId}
            onClick={() => setWhole(!isWhole)}
          >
            {t(isWhole ? 'notices.less' : 'notices.more')}
          </Button>
        )}
        {known === 'generatedPassword' && canChange && (
          <ButtonLink variant="quiet" to={changePasswordLink}>
            {t('notices.replace')}
          </ButtonLink>
        )}
        {known === 'sitesUndecided' && (
          <ButtonLink variant="quiet" to={routes.sites.path}>
            {t('notices.decide')}
          </ButtonLink>
        )}
        {known === 'consentsRestored' && (
          <Button variant="quiet" aria-haspopup="dialog" onClick={() => setConfirming(true)}>
            {t('notices.confirm')}
          </Button>
        )}
        <Button variant="quiet" onClick={onLater}>
          {t('notices.later')}
        </Button>
        {isConfirming && <ConfirmRestoredDialog onClose={() => setConfirming(false)} />}
      </div>
    </div>
  );
}

/** Milliseconds between requests; the same as between counts. */
const REFETCH_INTERVAL = 60_000;

/**
 * The codes of the notices for the person, including those that only a newer server knows. The last known ones stay while requests
 * fail.
 */
export function useNotices(): readonly string[] {
  const provider = useDataProvider<StaffDataProvider>();
  const isOffered = useFeature('notices');
  const { canAccess = false } = useCanAccess({ resource: RESOURCES.notices, action: 'list' });
  const { data } = useQuery({
    queryKey: [RESOURCES.notices],
    queryFn: async ({ signal }) => {
      const { data: answer } = await provider.listNotices({ signal });
      return readCodes(answer);
    },
    enabled: isOffered && canAccess,
    refetchInterval: REFETCH_INTERVAL,
    refetchOnWindowFocus: true,
  });
  return data ?? NONE;
}

/** react-admin returns nothing when the session has ended, and a server may return anything. */
function readCodes(answer: readonly ({ readonly code?: unknown } | null)[] | undefined): string[] {
  const codes = (answer ?? []).map((notice) => notice?.code);
  return [...new Set(codes.filter((code) => typeof code === 'string'))];
}

/**
 * Offers after sign-in to replace a generated password. The person may postpone it; the notice stays.
 * @param isGenerated whether the person still has a generated password
 */
export function PasswordOffer({ isGenerated }: { isGenerated: boolean }) {
  const t = useStaffT();
  const navigate = useNavigate();
  const { session } = useServices();
  const isOffered = useFeature('changePassword');
  const [isClosed, setClosed] = useState(false);
  if (!isGenerated || !isOffered || isClosed || !session.isNewSignIn()) return null;

  const close = () => {
    session.acknowledgeSignIn();
    setClosed(true);
  };
  const replace = () => {
    close();
    void navigate(changePasswordLink);
  };
  return (
    <Dialog
      title={t('passwordOffer.title')}
      width="sm"
      onClose={close}
      actions={
        <>
          <Button onClick={replace}>{t('passwordOffer.replace')}</Button>
          <CloseButton>{t('passwordOffer.later')}</CloseButton>
        </>
      }
    >
      <p>{t('passwordOffer.text')}</p>
    </Dialog>
  );
}
