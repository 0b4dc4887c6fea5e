import { memo } from 'react';
import cards from '../../../admin/list/RecordCards.module.css';
import { useStaffT } from '../../../i18n/useStaffT';
import { StatusTag } from '../fields/StatusTag';
import { type CellProps, nameId } from './cellProps';
import { NameButton } from './NameButton';
import styles from './ReferralCards.module.css';
import type { ReferralColumn } from '../columns/useReferralColumns';

interface Props extends CellProps {
  columns: readonly ReferralColumn[];
}

/**
 * One referral as a card: name and status above, the other columns as a list, the buttons below. The name's button reaches
 * over the whole card (ReferralCards.module.css).
 */
export const ReferralCard = memo(function ReferralCard({ referral, columns, onOpen }: Props) {
  const t = useStaffT();
  const cell = { referral, onOpen };
  const hasStatus = columns.some(({ label }) => label === 'referrals.status');
  return (
    <li data-row={referral.id} className={`${cards.card} ${styles.card}`}>
      <div className={styles.head}>
        <h2 id={nameId(referral)} className={`${cards.heading} ${styles.name}`}>
          <NameButton {...cell}>
            {referral.first_name} {referral.last_name}
          </NameButton>
        </h2>
        {hasStatus && <StatusTag status={referral.status} />}
      </div>
      <dl className={`${cards.fields} ${styles.fields}`}>
        {columns
          .filter((column) => !column.onCard)
          .map(({ label, cell: Cell }) => (
            <div key={label}>
              <dt>{t(label)}</dt>
              <dd>
                <Cell {...cell} />
              </dd>
            </div>
          ))}
      </dl>
      <div className={styles.buttons}>
        {columns
          .filter((column) => column.onCard === 'buttons')
          .map(({ label, cell: Cell }) => (
            <Cell key={label} {...cell} />
          ))}
      </div>
    </li>
  );
});
