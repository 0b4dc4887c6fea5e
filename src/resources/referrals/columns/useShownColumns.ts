import { useMemo, useState } from 'react';
import { readHiddenColumns, rememberHiddenColumns } from './hiddenColumns';
import { type ReferralColumn, useReferralColumns } from './useReferralColumns';

/** The columns the person wants to see, and how to choose them; what names a row and what opens it always stays. */
export function useShownColumns() {
  const all = useReferralColumns();
  const [hidden, setHidden] = useState(readHiddenColumns);

  const shown = useMemo(
    () => all.filter((column) => column.stays || !hidden.has(column.label)),
    [all, hidden],
  );
  const hide = (labels: ReadonlySet<string>) => {
    rememberHiddenColumns(labels);
    setHidden(labels);
  };

  return {
    shown,
    hideable: all.filter((column) => !column.stays),
    isShown: (column: ReferralColumn) => !hidden.has(column.label),
    toggle: (column: ReferralColumn) => {
      const next = new Set(hidden);
      if (!next.delete(column.label)) next.add(column.label);
      hide(next);
    },
    showAll: () => hide(new Set()),
  };
}

export type ShownColumns = ReturnType<typeof useShownColumns>;
