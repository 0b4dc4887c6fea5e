import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react';
import {
  type Identifier,
  type RaRecord,
  useListContext,
  useRecordSelection,
  useResourceContext,
  useStoreContext,
} from 'react-admin';

const NONE: readonly never[] = [];
const idsKey = (resource: string) => `${resource}.selectedIds`;
const recordsKey = (resource: string) => `${resource}.selectedRecords`;

type Records = Readonly<Record<Identifier, RaRecord>>;

/**
 * The selection of a resource. The ids are in react-admin's store, where `useRecordSelection` and the list controller read
 * them; beside them are the records as they were selected, as rows of another page are not in the list.
 */
function createSelection(store: ReturnType<typeof useStoreContext>, resource: string) {
  const ids = () => store.getItem<readonly Identifier[]>(idsKey(resource), NONE) ?? NONE;
  const records = () => store.getItem<Records>(recordsKey(resource), {}) ?? {};
  /** The row that was toggled last: a range starts there. */
  let anchor: Identifier | undefined;

  const select = (selected: readonly RaRecord[]) => {
    // Before the ids, whose change notifies the subscribers.
    const known = Object.fromEntries(selected.map((record) => [record.id, record]));
    store.setItem(recordsKey(resource), known);
    store.setItem(
      idsKey(resource),
      selected.map(({ id }) => id),
    );
  };
  const selected = (): RaRecord[] => {
    const known = records();
    return ids().flatMap((id) => known[id] ?? []);
  };
  const add = (more: readonly RaRecord[]) => {
    const added = new Set(more.map(({ id }) => id));
    select([...selected().filter(({ id }) => !added.has(id)), ...more]);
  };
  const remove = (less: readonly RaRecord[]) => {
    const removed = new Set(less.map(({ id }) => id));
    select(selected().filter(({ id }) => !removed.has(id)));
  };

  return {
    select,
    add,
    remove,
    selected,
    has: (id: Identifier) => ids().includes(id),
    subscribe: (listener: () => void) => store.subscribe(idsKey(resource), listener),
    /**
     * Selects or deselects a row; with `isRange`, all rows from the one toggled last.
     * @param rows the rows in sight, in their order
     */
    toggle(record: RaRecord, isSelected: boolean, isRange: boolean, rows: readonly RaRecord[]) {
      const at = (id: Identifier | undefined) => rows.findIndex((row) => row.id === id);
      const [start, end] = [at(anchor), at(record.id)].toSorted((a, b) => a - b);
      const isKnown = isRange && start !== undefined && start >= 0 && end !== undefined;
      const range = isKnown ? rows.slice(start, end + 1) : [record];
      if (isSelected) add(range);
      else remove(range);
      anchor = record.id;
    },
  };
}

type Selection = ReturnType<typeof createSelection> & {
  /** Whether a row can be selected. */
  readonly canSelect: (record: RaRecord) => boolean;
  /** The rows in sight. */
  readonly rows: () => readonly RaRecord[];
};

const SelectionContext = createContext<Selection | null>(null);

interface Props {
  /** Whether rows can be selected. */
  readonly isSelectable: boolean;
  /** Whether a single one can; by default each can. */
  readonly isRowSelectable?: ((record: RaRecord) => boolean) | undefined;
  readonly records: readonly RaRecord[];
  readonly children: ReactNode;
}

/**
 * Provides the selection to the checkboxes of a list. The value stays the same, so that selecting a row renders only its
 * checkbox.
 *
 * @example
 * <SelectionProvider isSelectable={Boolean(bulkActionButtons)} records={data}>
 *   <RecordCards {...rows} />
 * </SelectionProvider>
 */
export function SelectionProvider({ isSelectable, isRowSelectable, records, children }: Props) {
  const store = useStoreContext();
  const resource = useResourceContext() ?? '';
  const rows = useRef(records);
  useEffect(() => {
    rows.current = records;
  }, [records]);
  const selection = useMemo<Selection>(() => {
    const canSelect = isRowSelectable ?? (() => true);
    return {
      ...createSelection(store, resource),
      canSelect,
      rows: () => rows.current.filter((record) => canSelect(record)),
    };
  }, [store, resource, isRowSelectable]);
  return <SelectionContext value={isSelectable ? selection : null}>{children}</SelectionContext>;
}

/**
 * The selection, without subscribing to it; null where rows cannot be selected.
 *
 * @example
 * const selection = useSelection();
 * const isSelectable = selection !== null;
 */
export const useSelection = () => useContext(SelectionContext);

/**
 * Whether a row is selected.
 *
 * @example
 * const isSelected = useIsSelected(selection, record.id);
 * return <input type="checkbox" checked={isSelected} />;
 */
export function useIsSelected({ subscribe, has }: Selection, id: Identifier): boolean {
  return useSyncExternalStore(subscribe, () => has(id));
}

/**
 * The selected records of the list in context: from the list if it has them, else as they were when selected.
 *
 * @example
 * const records = useSelectedRecords();
 * return <button type="button" className={bulkButton} onClick={() => release(records)}>{t('bulk.release')}</button>;
 */
export function useSelectedRecords(): readonly RaRecord[] {
  const { data = NONE } = useListContext();
  const store = useStoreContext();
  const resource = useResourceContext() ?? '';
  const [selectedIds] = useRecordSelection({ resource });
  return useMemo(() => {
    const known = store.getItem<Records>(recordsKey(resource), {}) ?? {};
    const inList = new Map<Identifier, RaRecord>(data.map((record) => [record.id, record]));
    return selectedIds.flatMap((id) => inList.get(id) ?? known[id] ?? []);
  }, [data, selectedIds, store, resource]);
}

/**
 * Returns a function that selects exactly these records of a resource.
 *
 * @example
 * const select = useSelect();
 * const retryLater = () => select(RESOURCES.referrals, failedRecords);
 */
export function useSelect(): (resource: string, records: readonly RaRecord[]) => void {
  const store = useStoreContext();
  return (resource, records) => createSelection(store, resource).select(records);
}
