import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useListContext, useResourceContext, useStoreContext } from 'react-admin';
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form';

interface Options<Values extends FieldValues> {
  readonly emptyValues: Values;
  readonly initialValues: Values;
  readonly parse: (entered: Values) => Values;
  readonly toFilter: (values: Values) => object;
  /** Whether a form with these values is open when the list is. */
  readonly isOpenAtFirst: (values: Values) => boolean;
}

/** The stored state of a form; restored only for the same filter object. */
interface StoredForm<Values> {
  readonly filter: object;
  readonly applied: Values;
  readonly typed: Values;
  readonly isOpen: boolean;
}

type Filter = Readonly<Record<string, unknown>>;

/**
 * The form of react-hook-form behind FilterForm. Filters that are set outside of it, as by a tab, change its values of the same
 * names; what is typed elsewhere in it stays.
 */
export function useFilterForm<Values extends FieldValues>({
  emptyValues,
  initialValues,
  parse,
  toFilter,
  isOpenAtFirst,
}: Options<Values>) {
  const { filterValues, setFilters } = useListContext();
  const filter: Filter = filterValues;
  const store = useStoreContext();
  const key = `${useResourceContext()}.list.filterForm`;
  const [stored] = useState(() => {
    const last = store.getItem<StoredForm<Values> | null>(key, null);
    return last?.filter === filter ? last : null;
  });
  const [isOpen, setOpen] = useState(
    () => stored?.isOpen ?? isOpenAtFirst({ ...initialValues, ...filter }),
  );
  /** Without values of the list's own, those of a filter that was set before it was opened (useOpenFiltered). */
  const [first] = useState<Values>(() => {
    const isSet = initialValues === emptyValues;
    const names = Object.keys(emptyValues).filter((name) => isSet && name in filter);
    return stored?.applied ?? { ...initialValues, ...pick(filter, names) };
  });
  const form = useForm<Values>({
    defaultValues: (stored?.typed ?? first) as DefaultValues<Values>,
    reValidateMode: 'onSubmit',
  });
  /** The form values that produced each filter. */
  const [valuesByFilter] = useState(() => new WeakMap<object, Values>([[filter, first]]));
  const valuesOf = (of: object): Values => valuesByFilter.get(of) ?? { ...emptyValues, ...of };

  const previous = useRef(filter);
  useEffect(() => {
    const before = previous.current;
    previous.current = filter;
    if (before === filter || valuesByFilter.has(filter)) return;
    const old = valuesByFilter.get(before) ?? { ...emptyValues, ...before };
    const changed = Object.keys(emptyValues).filter((name) => filter[name] !== before[name]);
    const isCleared = Object.keys(filter).length === 0;
    const next = isCleared
      ? emptyValues
      : { ...old, ...pick({ ...emptyValues, ...filter }, changed) };
    valuesByFilter.set(filter, next);
    for (const name of Object.keys(emptyValues)) {
      if (next[name] !== old[name]) form.setValue(name as Path<Values>, next[name]);
    }
  }, [filter, valuesByFilter, emptyValues, form]);

  const save = useEffectEvent(() => {
    const typed = form.getValues();
    const last: StoredForm<Values> = { filter, applied: valuesOf(filter), typed, isOpen };
    store.setItem(key, last);
  });
  useEffect(() => () => save(), []);

  return {
    form,
    valuesOf,
    isOpen,
    setOpen,
    apply: (entered: Values) => {
      const values = parse(entered);
      const next = toFilter(values);
      valuesByFilter.set(next, values);
      form.reset(values);
      setFilters(next);
    },
    /** Removes values from the filter; the effect above empties their inputs. */
    remove: (names: readonly string[]) =>
      setFilters(toFilter(parse({ ...valuesOf(filter), ...pick(emptyValues, names) }))),
    clear: () => {
      form.reset(emptyValues);
      setFilters({});
    },
  };
}

const pick = (from: Filter, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, from[name]]));
