import BlockIcon from '@mui/icons-material/Block';
import CheckIcon from '@mui/icons-material/Check';
import { Fragment, type ReactNode } from 'react';
import type { AuditEntry } from '../../../contract/entities/audit';
import type { StaffTextKey } from '../../i18n/textKeys';
import { useStaffT } from '../../i18n/useStaffT';
import { DateTime } from '../../admin/field/DateTime';
import tag from '../../admin/field/tag.module.css';
import { actionText } from './auditTexts';
import styles from './AuditRows.module.css';
import { AuditRecords } from './AuditRecords';

interface CellProps {
  readonly entry: AuditEntry;
}

export interface AuditColumn {
  readonly label: StaffTextKey;
  readonly cell: (props: CellProps) => ReactNode;
  /** The room it takes in the table. */
  readonly room?: 'moment' | 'words' | 'names';
  /** A card has it in its heading. */
  readonly isHeading?: true;
}

function Actor({ entry: { actor } }: CellProps) {
  const t = useStaffT();
  if (!actor) return t('auditTrail.visitor');
  return actor.fullname ? (
    <span title={actor.username}>{actor.fullname}</span>
  ) : (
    t('auditTrail.unknownAccount')
  );
}

function ActionName({ entry: { action } }: CellProps) {
  const t = useStaffT();
  const text = actionText(action);
  return text ? t(text) : action;
}

/** Told by icon and word, not by colour alone. */
function Outcome({ entry: { outcome } }: CellProps) {
  const t = useStaffT();
  const isDone = outcome === 'done';
  const Icon = isDone ? CheckIcon : BlockIcon;
  return (
    <span className={isDone ? tag.success : tag.warning}>
      <Icon fontSize="inherit" />
      {t(isDone ? 'auditTrail.done' : 'auditTrail.refused')}
    </span>
  );
}

/** An IPv6 address is one very long word: it may go on in the next line after a colon. */
function Address({ entry: { ip } }: CellProps) {
  const [first, ...others] = ip.split(':');
  return (
    <span className={styles.address}>
      {first}
      {others.map((part, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- parts have nothing else, and never move
        <Fragment key={index}>
          :<wbr />
          {part}
        </Fragment>
      ))}
    </span>
  );
}

/** The columns of the log; cards draw the same ones. */
export const AUDIT_COLUMNS: readonly AuditColumn[] = [
  {
    label: 'auditTrail.when',
    cell: ({ entry }) => <DateTime value={entry.at} />,
    room: 'moment',
  },
  { label: 'auditTrail.who', cell: Actor, room: 'words' },
  { label: 'auditTrail.what', cell: ActionName, room: 'words', isHeading: true },
  { label: 'auditTrail.result', cell: Outcome },
  { label: 'auditTrail.about', cell: AuditRecords, room: 'names' },
  { label: 'auditTrail.from', cell: Address },
];
