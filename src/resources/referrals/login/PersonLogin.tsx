/** The login of a referral, in its record: whose it is, and the copy that was asked for by it. */
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useId, useState } from 'react';
import { useCanAccess, useDataProvider } from 'react-admin';
import type { Login } from '../../../../contract/entities/ownReferral';
import { MutationStatus, useDialogMutation, useIsPainted } from '../../../admin';
import { lazyComponent } from '../../../app/lazyComponent';
import { RESOURCES } from '../../../app/routes';
import { useFeature } from '../../../app/useFeature';
import type { StaffDataProvider } from '../../../dataProvider/dataProvider';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { formatDate, readDateTime } from '../../../i18n/format';
import { useLanguage } from '../../../i18n/I18nProvider';
import { dayOf } from '../../../i18n/providerTime';
import { useStaffT } from '../../../i18n/useStaffT';
import { Button } from '../../../ui/Button';
import styles from './PersonLogin.module.css';

const resource = RESOURCES.referrals;

/** Lazy, as it is decided once. */
const HolderDialog = lazyComponent(async () => (await import('./HolderDialog')).HolderDialog, null);

interface Props {
  readonly referral: ReferralRecord;
  /** Prints the copy that was asked for. */
  readonly printCopy: ReactElement;
}

/** For a referral with a login. Nothing on a server that does not know whose it is, and while it loads. */
export function PersonLogin({ referral, printCopy }: Props) {
  const t = useStaffT();
  const titleId = useId();
  const isOffered = useFeature('ownReferral');
  const isPainted = useIsPainted();
  const provider = useDataProvider<StaffDataProvider>();
  const { data, error, refetch } = useQuery({
    queryKey: [resource, 'getLogin', referral.id],
    // If the session has ended, react-admin resolves without a result.
    queryFn: async ({ signal }) => (await provider.getLogin(referral.id, { signal }))?.data ?? null,
    enabled: isOffered && isPainted,
  });
  if (!data?.login && !error) return null;
  return (
    <section aria-labelledby={titleId} className={styles.section}>
      <h3 id={titleId}>{t('personLogin.title')}</h3>
      {data?.login ? (
        <>
          <Holder referral={referral} login={data.login} />
          <CopyRequest id={referral.id} copies={data.copies} printCopy={printCopy} />
        </>
      ) : (
        <p className={styles.hint}>
          <span>{`${t('personLogin.loadFailed')} `}</span>
          <Button variant="quiet" onClick={() => void refetch()}>
            {t('app.tryAgain')}
          </Button>
        </p>
      )}
    </section>
  );
}

interface HolderProps {
  readonly referral: ReferralRecord;
  readonly login: NonNullable<Login['login']>;
}

function Holder({ referral, login: { holder, has_stopped } }: HolderProps) {
  const t = useStaffT();
  const [isOpen, setOpen] = useState(false);
  const { canAccess: canDecide = false } = useCanAccess({ resource, action: 'createLogin' });
  return (
    <>
      <p>{t(`personLogin.${has_stopped ? 'stopped' : (holder ?? 'undecided')}`)}</p>
      {canDecide && !has_stopped && (
        <div className="screen-only">
          <Button variant="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {t(holder === null ? 'personLogin.decide' : 'personLogin.change')}
          </Button>
        </div>
      )}
      {isOpen && <HolderDialog referral={referral} onClose={() => setOpen(false)} />}
    </>
  );
}

interface CopyProps extends Pick<Props, 'printCopy'> {
  readonly id: string;
  readonly copies: Login['copies'];
}

/** The latest request for a copy of everything, which staff answer by a print. */
function CopyRequest({ id, copies: [latest], printCopy }: CopyProps) {
  const t = useStaffT();
  const { language } = useLanguage();
  const mutation = useDialogMutation<void>({
    send: (provider) => provider.answerCopyRequest(id),
    done: 'personLogin.copyDone',
    failed: 'personLogin.copyFailed',
  });
  if (!latest) return null;
  const day = (value: string) => {
    const date = readDateTime(value);
    return date ? formatDate(dayOf(date), language) : value;
  };
  if (latest.answered_at !== null)
    return (
      <p className={styles.hint}>
        {t('personLogin.copyWasGiven', { date: day(latest.answered_at) })}
      </p>
    );
  return (
    <>
      <p>
        <strong>{t('personLogin.copyAsked', { date: day(latest.asked_at) })}</strong>
      </p>
      <p className={styles.hint}>{t('personLogin.copyHint')}</p>
      <MutationStatus mutation={mutation} onTryAgain={() => mutation.start()} />
      <div className={`${styles.actions} screen-only`}>
        {printCopy}
        <Button
          variant="secondary"
          busy={mutation.isBusy || mutation.isDone}
          onClick={() => mutation.start()}
        >
          {t('personLogin.copyGiven')}
        </Button>
      </div>
    </>
  );
}
