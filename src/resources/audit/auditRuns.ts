/** Folds reads of one account that follow one another into one row. */
import { isReadAction } from '../../../contract/staffConstants';
import type { AuditEntry, AuditRecord } from '../../../contract/entities/audit';

/** Reads of one account from one address, with nothing else between them, as one row; the newest first. */
export interface ReadRun extends Omit<AuditEntry, 'id'> {
  readonly id: string;
  readonly reads: readonly AuditEntry[];
}

/** A read within a run that is open. */
interface OpenedRead extends AuditEntry {
  readonly run: string;
}

export type AuditRow = AuditEntry | OpenedRead | ReadRun;

export const isRun = (row: AuditRow | undefined): row is ReadRun =>
  row !== undefined && 'reads' in row;
export const isOpenedRead = (row: AuditRow | undefined): row is OpenedRead =>
  row !== undefined && 'run' in row;

/** Milliseconds without a read after which another run begins. */
const LONGEST_GAP = 30 * 60_000;

/** Only reads that were done: a refusal is always a row of its own. */
const isFoldable = ({ action, outcome, actor }: AuditEntry) =>
  outcome === 'done' && actor !== null && isReadAction(action);

function continues(run: readonly AuditEntry[], entry: AuditEntry): boolean {
  const last = run.at(-1);
  if (!last || !isFoldable(last) || !isFoldable(entry)) return false;
  const gap = new Date(last.at).getTime() - new Date(entry.at).getTime();
  return last.actor?.id === entry.actor?.id && last.ip === entry.ip && Math.abs(gap) <= LONGEST_GAP;
}

/**
 * The rows of a page of the log.
 * @param entries the newest first
 */
export function foldReads(entries: readonly AuditEntry[]): AuditRow[] {
  const runs: AuditEntry[][] = [];
  for (const entry of entries) {
    const last = runs.at(-1);
    if (last && continues(last, entry)) last.push(entry);
    else runs.push([entry]);
  }
  return runs.flatMap<AuditRow>((reads) => (reads.length > 1 ? [toRun(reads)] : reads));
}

function toRun(reads: readonly AuditEntry[]): ReadRun {
  const newest = reads[0] as AuditEntry;
  const records = [
    ...new Map<string, AuditRecord>(
      reads.flatMap((entry) => entry.records.map((record) => [record.id, record] as const)),
    ).values(),
  ];
  const isCut = reads.some((entry) => entry.recordCount > entry.records.length);
  // The oldest entry names it: newer reads make it longer.
  const id = `run-${reads.at(-1)?.id}`;
  return { ...newest, id, reads, records, recordCount: records.length + (isCut ? 1 : 0) };
}

/** The rows with the entries of the open runs below them. */
export const withOpenRuns = (rows: readonly AuditRow[], open: ReadonlySet<string>): AuditRow[] =>
  rows.flatMap<AuditRow>((row) =>
    isRun(row) && open.has(row.id)
      ? [row, ...row.reads.map((read) => ({ ...read, run: row.id }))]
      : [row],
  );
