import type { AccountRecord } from '../../../dataProvider/accounts';
import { useStaffT } from '../../../i18n/useStaffT';
import cards from '../../../staff/cards.module.css';
import { ACCOUNT_COLUMNS } from './accountColumns';

/** The accounts as cards, where a table has no room: the name above, the other columns as a list. */
export function AccountCards({ rows }: { rows: readonly AccountRecord[] }) {
  const t = useStaffT();
  return (
    <ul aria-label={t('accounts.title')} className={cards.cards}>
      {rows.map((account) => (
        <li key={account.id} data-row={account.id} className={cards.card}>
          {ACCOUNT_COLUMNS.filter((column) => column.isName).map(({ label, cell: Cell }) => (
            <h2 key={label} className={cards.heading}>
              <Cell account={account} />
            </h2>
          ))}
          <dl className={cards.fields}>
            {ACCOUNT_COLUMNS.filter((column) => !column.isName).map(({ label, cell: Cell }) => (
              <div key={label}>
                <dt>{t(label)}</dt>
                <dd>
                  <Cell account={account} />
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}
