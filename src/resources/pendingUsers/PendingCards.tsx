import { useStaffT } from '../../i18n/useStaffT';
import cards from '../../admin/list/RecordCards.module.css';
import { EmailField } from '../../admin/field/EmailField';
import { Schools } from '../../staff/Schools';
import { ApproveButton } from './ApproveButton';
import { EmailProof } from './EmailProof';
import type { PendingRowsProps } from './PendingUsers';

/** Who waits for approval, as cards, where a table has no room. */
export function PendingCards({ rows, approved, onApproved }: PendingRowsProps) {
  const t = useStaffT();
  return (
    <ul aria-label={t('pendingUsers.title')} className={cards.cards}>
      {rows.map((user) => (
        <li key={user.id} data-row={user.id} className={cards.card}>
          <h3 className={cards.heading}>{user.fullname}</h3>
          <dl className={cards.fields}>
            <div className={cards.long}>
              <dt>{t('pendingUsers.username')}</dt>
              <dd>
                <EmailField address={user.username} />
                <EmailProof user={user} />
              </dd>
            </div>
            <div>
              <dt>{t('pendingUsers.schools')}</dt>
              <dd>
                <Schools account={user} />
              </dd>
            </div>
          </dl>
          <ApproveButton user={user} isApproved={approved.has(user.id)} onApproved={onApproved} />
        </li>
      ))}
    </ul>
  );
}
