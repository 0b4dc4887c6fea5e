import { type ComponentProps, type ReactNode, useId } from 'react';
import { type RaRecord, useRecordContext, useResourceContext } from 'react-admin';
import type { Elements } from '../../app/elements';
import { useRowLink } from './openRecord';
import styles from './RowButton.module.css';

/**
 * The id of the element that names the record of a row or card.
 *
 * @example
 * const id = useId();
 * return <input type="checkbox" aria-labelledby={`${id} ${useRowTitleId()}`} />;
 */
export function useRowTitleId(): string {
  const resource = useResourceContext() ?? '';
  return `${resource}-${useRecordContext()?.id}`.replaceAll('/', '-');
}

/**
 * Names the record of a row or card: screen readers add it to the names of the row's buttons.
 *
 * @example
 * const account = useRecordContext<AccountRecord>();
 * return <RowTitle>{account?.fullname}</RowTitle>;
 */
export function RowTitle({ children }: { children: ReactNode }) {
  // Isolated, so that a name's direction does not affect the text around it.
  return <bdi id={useRowTitleId()}>{children}</bdi>;
}

interface Props extends Omit<ComponentProps<'button'>, 'className' | 'type'> {
  /** Shown instead of the text in a table, whose column head has the text. */
  readonly icon?: Elements;
}

/**
 * A button in a row or card. Its accessible name is its text, followed by the record's RowTitle.
 *
 * @example
 * <RowButton aria-haspopup="dialog" onClick={() => openDialog('deactivate', account)}>
 *   {t('accounts.deactivate')}
 * </RowButton>
 */
export function RowButton({ icon, children, ...button }: Props) {
  const id = useId();
  const titleId = useRowTitleId();
  return (
    <button
      {...button}
      id={id}
      aria-labelledby={`${id} ${titleId}`}
      type="button"
      className={icon ? styles.icon : styles.button}
    >
      {icon}
      <span>{children}</span>
    </button>
  );
}

/**
 * The record's name as a link to its address. A plain click on it, or anywhere on its row, opens the record over the list.
 *
 * @example
 * const account = useRecordContext<AccountRecord>();
 * return account && <RowTitle><RowOpener record={account}>{account.fullname}</RowOpener></RowTitle>;
 */
export function RowOpener({ record, children }: { record: RaRecord; children: ReactNode }) {
  return (
    <a {...useRowLink(record.id)} aria-haspopup="dialog" data-row-opener className={styles.name}>
      <span className={styles.lines}>{children}</span>
    </a>
  );
}
