import { createContext, useContext, useMemo, useState } from 'react';
import { ListContextProvider, useListContext } from 'react-admin';
import type { AuditEntry } from '../../../contract/entities/audit';
import { usePrinting } from '../../admin';
import type { Elements } from '../../app/elements';
import { foldReads, withOpenRuns } from './auditRuns';

interface OpenRuns {
  readonly open: ReadonlySet<string>;
  readonly toggle: (id: string) => void;
}

const OpenRunsContext = createContext<OpenRuns>({ open: new Set(), toggle: () => undefined });

/** Which runs of reads are open, and a function that opens or closes one. */
export const useOpenRuns = (): OpenRuns => useContext(OpenRunsContext);

/** Provides the entries of the list in context as rows, with runs of reads folded; on paper each entry is a row. */
export function AuditRows({ children }: { children: Elements }) {
  const list = useListContext<AuditEntry>();
  const isPrinting = usePrinting();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const { data } = list;
  const folded = useMemo(() => foldReads(data ?? []), [data]);
  const rows = useMemo(() => withOpenRuns(folded, open), [folded, open]);
  const runs = useMemo(() => {
    const toggle = (id: string) =>
      setOpen(
        (before) =>
          new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]),
      );
    return { open, toggle };
  }, [open]);
  return (
    <OpenRunsContext value={runs}>
      <ListContextProvider value={{ ...list, data: isPrinting ? data : rows } as never}>
        {children}
      </ListContextProvider>
    </OpenRunsContext>
  );
}
