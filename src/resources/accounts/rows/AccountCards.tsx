import { memo } from 'react';
import type { AccountRecord } from '../../../dataProvider/accounts';
import { useStaffT } from '../../../i18n/useStaffT';
import cards from '../../../admin/list/RecordCards.module.css';
import type { OpenDialog } from '../dialogs/dialogNames';
import { ACCOUNT_COLUMNS } from './accountColumns';
import styles from './Accounts.module.css';
import { useAccountColumns } from './useAccountColumns';

const HEADING = ACCOUNT_COLUMNS.filter((column) => column.onCard === 'heading');
const FIELDS = ACCOUNT_COLUMNS.filter(({ onCard }) => !onCard || onCard === 'long');

interface Props {
  rows: readonly AccountRecord[];
  onOpen: OpenDialog;
}

/** The accounts as cards, where a table has no room: the name above, the other columns as a list, the buttons below. */
export const AccountCards = memo(function AccountCards({ rows, onOpen }: Props) {
  const t = useStaffT();
  const buttons = useAccountColumns().filter((column) => column.onCard === 'buttons');
  return (
    <ul aria-label={t('accounts.title')} className={cards.cards}>
      {rows.map((account) => (
        <li key={account.id} data-row={account.id} className={cards.card}>
          {HEADING.map(({ label, cell: Cell }) => (
            <h2 key={label} className={cards.heading}>
              <Cell account={account} onOpen={onOpen} />
            </h2>
          ))}
          <dl className={cards.fields}>
            {FIELDS.map(({ label, cell: Cell, onCard }) => (
              <div key={label} className={onCard && cards.long}>
                <dt>{t(label)}</dt>
                <dd>
                  <Cell account={account} onOpen={onOpen} />
                </dd>
              </div>
            ))}
          </dl>
          <div className={styles.buttons}>
            {buttons.map(({ label, cell: Cell }) => (
              <Cell key={label} account={account} onOpen={onOpen} />
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
});
