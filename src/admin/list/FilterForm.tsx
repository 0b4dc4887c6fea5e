import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useListContext } from 'react-admin';
import { type DefaultValues, type FieldValues, FormProvider, useForm } from 'react-hook-form';
import { useStaffT } from '../../i18n/useStaffT';
import type { StaffTextKey } from '../../i18n/textKeys';
import { Button } from '../../shared/Button';
import { useIsNarrow } from './DataTable';
import styles from './FilterForm.module.css';
import type { PageMeta } from './usePagedListController';

interface Props<Values extends FieldValues> {
  /** The accessible name of the form. */
  readonly label: StaffTextKey;
  /** How the fields are laid out. */
  readonly className: string | undefined;
  /** Those of an empty form. */
  readonly emptyValues: Values;
  /** Those at first, if the list is filtered from the start. */
  readonly initialValues?: Values;
  /** Normalizes what was entered. */
  readonly parse?: (entered: Values) => Values;
  /** The list's filter for these values. */
  readonly toFilter: (values: Values) => object;
  /** The values in words; empty if they filter nothing. */
  readonly describe: (values: Values) => string;
  /** How many records there are. */
  readonly found: StaffTextKey;
  /** Whether to show 'Clear' beside the description, for values that no field shows. */
  readonly isClearShown?: (values: Values) => boolean;
  /** Inputs within react-hook-form's FormProvider. */
  readonly children: ReactNode;
}

/**
 * Filters the list in context, and describes the filter of the rows in sight. Values apply with 'Submit' or Enter; 'Clear' empties
 * the form and shows all records. In a narrow window the form is behind a button.
 */
export function FilterForm<Values extends FieldValues>({
  label,
  className,
  emptyValues,
  initialValues = emptyValues,
  parse = (entered) => entered,
  toFilter,
  describe,
  found,
  isClearShown = () => false,
  children,
}: Props<Values>) {
  const t = useStaffT();
  const id = useId();
  const isNarrow = useIsNarrow();
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const form = useForm<Values>({
    defaultValues: initialValues as DefaultValues<Values>,
    reValidateMode: 'onSubmit',
  });
  const { filterValues, setFilters, meta } = useListContext();
  /** The values that each filter was made of. */
  const [valuesOf] = useState(() => new WeakMap<object, Values>([[filterValues, initialValues]]));
  const { reset } = form;

  // The filter was cleared outside the form, as by the button of an empty list.
  const isCleared = Object.keys(filterValues as object).length === 0;
  const wasCleared = useRef(isCleared);
  useEffect(() => {
    if (isCleared && !wasCleared.current) reset(emptyValues);
    wasCleared.current = isCleared;
  }, [isCleared, reset, emptyValues]);

  const close = () => {
    if (!isNarrow) return;
    setOpen(false);
    opener.current?.focus();
  };
  const apply = (entered: Values) => {
    const values = parse(entered);
    const filter = toFilter(values);
    valuesOf.set(filter, values);
    reset(values);
    setFilters(filter);
    close();
  };
  const clear = () => {
    reset(emptyValues);
    setFilters({});
    close();
  };
  const shownFilter = (meta as PageMeta | undefined)?.filter ?? {};
  const shown = valuesOf.get(shownFilter) ?? { ...emptyValues, ...shownFilter };
  const description = describe(shown);
  const foundText = useFoundText(found);

  return (
    <div className={styles.bar}>
      {isNarrow && (
        <div className={styles.opener}>
          <Button
            ref={opener}
            variant="secondary"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            {t('referralFilters.title')}
          </Button>
        </div>
      )}
      <FormProvider {...form}>
        <form
          id={id}
          role="search"
          aria-label={t(label)}
          noValidate
          autoComplete="off"
          hidden={isNarrow && !isOpen}
          className={`${styles.form} ${className}`}
          onSubmit={(event: FormEvent) => void form.handleSubmit(apply)(event)}
        >
          {children}
          <div className={styles.buttons}>
            <Button type="submit">{t('referralFilters.submit')}</Button>
            <Button variant="secondary" onClick={clear}>
              {t('referralFilters.clear')}
            </Button>
          </div>
        </form>
      </FormProvider>
      <div className={styles.shown}>
        <p role="status" className={styles.summary}>
          {description && (
            <>
              {t('referralFilters.active', { filters: description })} <span>{foundText}</span>
            </>
          )}
        </p>
        {isClearShown(shown) && (
          <Button variant="secondary" onClick={clear}>
            {t('referralFilters.clear')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** How many records there are, or how many the page shows of more; nothing for an empty list, which has a text of its own. */
function useFoundText(found: StaffTextKey): string | undefined {
  const t = useStaffT();
  const { data = [], total = 0, meta } = useListContext();
  if (data.length === 0) return undefined;
  const { more, isEstimate } = meta as PageMeta;
  return more || isEstimate
    ? t('list.foundMore', { count: data.length })
    : t(found, { smart_count: total });
}
