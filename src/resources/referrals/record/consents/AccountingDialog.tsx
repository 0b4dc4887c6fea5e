import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { createPortal } from 'react-dom';
import { STATEMENT_1 } from '../../../../../contract/statements';
import { CloseButton, Dialog, LoadError, PrintedBy, usePrinting } from '../../../../admin';
import { Loading } from '../../../../app/lazyComponent';
import { RESOURCES } from '../../../../app/routes';
import type { StaffDataProvider } from '../../../../dataProvider/dataProvider';
import type { ReferralRecord } from '../../../../dataProvider/referrals';
import { useStaffT } from '../../../../i18n/useStaffT';
import { Button } from '../../../../ui/Button';
import { nameOf } from '../../referralFields';
import styles from './consents.module.css';
import { useConsentDay } from './consentTexts';
import { SaidList } from './SaidList';

interface Props {
  readonly referral: ReferralRecord;
  readonly onClose: () => void;
}

/** Everything that was said about the person in the last years (42 CFR § 2.25), to read and to print. */
export function AccountingDialog({ referral, onClose }: Props) {
  const t = useStaffT();
  const provider = useDataProvider<StaffDataProvider>();
  const isPrinting = usePrinting();
  const { data, error, refetch } = useQuery({
    queryKey: [RESOURCES.referrals, 'getAccounting', referral.id],
    queryFn: async ({ signal }) =>
      (await provider.getAccounting(referral.id, { signal }))?.data ?? null,
  });
  return (
    <Dialog
      title={t('consents.accounting')}
      onClose={onClose}
      moreActions={
        data && (
          <Button variant="quiet" onClick={() => window.print()}>
            {t('consents.print')}
          </Button>
        )
      }
      actions={<CloseButton />}
    >
      {data ? (
        <Accounting data={data} />
      ) : error ? (
        <LoadError
          title={t('consents.accountingFailed')}
          error={error}
          onTryAgain={() => void refetch()}
        />
      ) : (
        <Loading />
      )}
      {isPrinting &&
        data &&
        createPortal(
          <article className={`${styles.sheet} paper-only`}>
            <PrintedBy />
            <h1>{t('consents.accounting')}</h1>
            <p>
              <bdi>{nameOf(referral)}</bdi>
            </p>
            <Accounting data={data} />
            <p lang="en">{STATEMENT_1}</p>
          </article>,
          document.body,
        )}
    </Dialog>
  );
}

type Data = Awaited<ReturnType<StaffDataProvider['getAccounting']>>['data'];

function Accounting({ data: { from, entries } }: { data: Data }) {
  const t = useStaffT();
  const day = useConsentDay();
  const text = entries.length > 0 ? 'accountingIntro' : 'accountingNone';
  return (
    <div className={styles.section}>
      <p>{t(`consents.${text}`, { date: day(from) })}</p>
      <SaidList entries={entries} />
    </div>
  );
}
