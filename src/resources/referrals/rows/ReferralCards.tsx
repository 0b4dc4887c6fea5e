import { useT } from '../../../i18n/I18nProvider';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import type { OpenDialog } from '../useReferralDialog';
import { ReferralCard } from './ReferralCard';
import styles from './ReferralCards.module.css';
import { useReferralColumns } from './useReferralColumns';

interface Props {
  rows: readonly ReferralRecord[];
  onOpen: OpenDialog;
}

/** The referrals as cards, where a table has no room. */
export function ReferralCards({ rows, onOpen }: Props) {
  const t = useT();
  const columns = useReferralColumns();
  return (
    <ul className={styles.cards} aria-label={t('referrals.table')}>
      {rows.map((referral) => (
        <ReferralCard key={referral.id} referral={referral} columns={columns} onOpen={onOpen} />
      ))}
    </ul>
  );
}
