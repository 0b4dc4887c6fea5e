import { useCallback, useMemo } from 'react';
import { useResourceContext, useStore } from 'react-admin';
import type { ColumnProps } from './columns';

const COOKIE = 'hiddenColumns';
const ONE_YEAR = 31_536_000;

/**
 * The columns that the person has hidden in the list of the current resource. Stored in a cookie that only this page receives: it
 * tells nothing about anyone, and the browser's storage stays as empty as the specification leaves it.
 */
export function useHiddenColumns() {
  const resource = useResourceContext() ?? '';
  const [stored, store] = useStore<readonly string[] | null>(`${resource}.hiddenColumns`, null);
  const hidden = useMemo(() => new Set(stored ?? readCookie()), [stored]);
  const hide = useCallback(
    (labels: Iterable<string>) => {
      const next = [...labels];
      document.cookie = `${COOKIE}=${next.join('~')}; path=/${resource}; max-age=${ONE_YEAR}; SameSite=Strict`;
      store(next);
    },
    [resource, store],
  );
  return {
    isHidden: useCallback(
      ({ label, hideable = true }: ColumnProps) => hideable && hidden.has(label),
      [hidden],
    ),
    toggle: ({ label }: ColumnProps) =>
      hide(hidden.has(label) ? [...hidden].filter((one) => one !== label) : [...hidden, label]),
    showAll: () => hide([]),
  };
}

function readCookie(): readonly string[] {
  const value = new RegExp(`(?:^|; )${COOKIE}=([\\w.~]*)`).exec(document.cookie)?.[1];
  return value?.split('~').filter(Boolean) ?? [];
}
