import { useStaffT } from '../../i18n/useStaffT';
import cards from '../../admin/list/RecordCards.module.css';
import { DateTime } from '../../admin/field/DateTime';
import { nameId, SuspectedButtons } from './SuspectedButtons';
import { HoldReasonField } from './HoldReasonField';
import type { SuspectedRowsProps } from './SuspectedRows';

/** What is set apart, as cards, where a table has no room. */
export function SuspectedCards({ rows, onOpen }: SuspectedRowsProps) {
  const t = useStaffT();
  return (
    <ul aria-label={t('suspected.title')} className={cards.cards}>
      {rows.map((referral) => (
        <li key={referral.id} data-row={referral.id} className={cards.card}>
          <h2 id={nameId(referral)} className={cards.heading}>
            {referral.first_name} {referral.last_name}
          </h2>
          <dl className={cards.fields}>
            <div>
              <dt>{t('suspected.reason')}</dt>
              <dd>
                <HoldReasonField referral={referral} />
              </dd>
            </div>
            <div>
              <dt>{t('referrals.site')}</dt>
              <dd>{referral.site.label}</dd>
            </div>
            <div>
              <dt>{t('referrals.contactNumber')}</dt>
              <dd>{referral.contact_number}</dd>
            </div>
            <div>
              <dt>{t('suspected.arrived')}</dt>
              <dd>
                <DateTime value={referral.entry_date} />
              </dd>
            </div>
          </dl>
          <SuspectedButtons referral={referral} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  );
}
