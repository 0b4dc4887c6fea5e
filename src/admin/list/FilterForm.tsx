import { type FormEvent, useId, useRef, useState } from 'react';
import { useListContext } from 'react-admin';
import { type FieldValues, FormProvider } from 'react-hook-form';
import type { Elements } from '../../app/elements';
import { useStaffT } from '../../i18n/useStaffT';
import type { StaffTextKey } from '../../i18n/textKeys';
import { Button } from '../../ui/Button';
import { useIsNarrow } from './DataTable';
import styles from './FilterForm.module.css';
import { FilterMoreButton } from './FilterMoreButton';
import type { PageMeta } from './usePagedListController';
import { useFilterForm } from './useFilterForm';

interface Props<Values extends FieldValues> {
  /** The accessible name of the form. */
  readonly label: StaffTextKey;
  /** How the fields are laid out. */
  readonly className: string | undefined;
  /** The values of an empty form. */
  readonly emptyValues: Values;
  /** The initial values, if the list is filtered from the start. */
  readonly initialValues?: Values;
  /** Normalizes what was entered. */
  readonly parse?: (entered: Values) => Values;
  /** The list's filter for these values. */
  readonly toFilter: (values: Values) => object;
  /** Describes the values in words; empty if they filter nothing. */
  readonly describe: (values: Values) => string;
  /** Whether something visible already says what the description says; then it is only for screen readers and print. */
  readonly isDescribedElsewhere?: (values: Values) => boolean;
  /** How many records there are. */
  readonly found: StaffTextKey;
  /** Whether to show 'Clear' beside the description, for values that no field shows. */
  readonly isClearShown?: (values: Values) => boolean;
  /** Inputs for less usual filters, behind the button 'More', and the names of their values. */
  readonly more?: { readonly names: readonly (keyof Values)[]; readonly inputs: Elements };
  /** Beside the button that opens the form in a narrow window. */
  readonly besideOpener?: Elements;
  /** Inputs within react-hook-form's FormProvider. */
  readonly children: Elements;
}

/**
 * Filters the list in context, and describes the filter of the rows in sight. Values apply with 'Submit' or Enter; 'Clear'
 * empties the form and shows all records. In a narrow window the form is behind a button. What was typed is restored when the
 * list is opened again.
 *
 * @example
 * <FilterForm
 *   label="referralFilters.title"
 *   className={styles.filters}
 *   emptyValues={{ name: '', gender: '' }}
 *   toFilter={toFilter}
 *   describe={describe}
 *   found="referrals.found"
 * >
 *   <FilterTextInput source="name" label="referralFilters.name" />
 *   <FilterSelectInput source="gender" label="referralFilters.gender" choices={SEX_CHOICES} />
 * </FilterForm>
 */
export function FilterForm<Values extends FieldValues>({
  label,
  className,
  emptyValues,
  initialValues = emptyValues,
  parse = (entered) => entered,
  toFilter,
  describe,
  isDescribedElsewhere = () => false,
  found,
  isClearShown = () => false,
  more,
  besideOpener,
  children,
}: Props<Values>) {
  const t = useStaffT();
  const id = useId();
  const isNarrow = useIsNarrow();
  const opener = useRef<HTMLButtonElement>(null);
  const { form, valuesOf, apply, clear, panels, setPanels } = useFilterForm({
    emptyValues,
    initialValues,
    parse,
    toFilter,
  });
  const { meta } = useListContext();

  const close = () => {
    if (!isNarrow) return;
    setPanels({ ...panels, isOpen: false });
    opener.current?.focus();
  };
  const onSubmit = (event: FormEvent) => {
    const submit = form.handleSubmit(
      (entered: Values) => {
        apply(entered);
        close();
      },
      // The invalid field may be behind 'More'.
      () => setPanels({ ...panels, isMoreOpen: true }),
    );
    void submit(event);
  };
  const onClear = () => {
    clear();
    close();
  };
  const shown = valuesOf((meta as PageMeta | undefined)?.filter ?? {});
  const isUsed = (name: keyof Values) => shown[name] !== emptyValues[name];
  const countOfMore = more?.names.filter(isUsed).length ?? 0;
  const [hasMore, setHasMore] = useState(panels.isMoreOpen || countOfMore > 0);
  if (panels.isMoreOpen && !hasMore) setHasMore(true);
  const description = describe(shown);
  const foundText = useFoundText(found);

  return (
    <div className={styles.bar}>
      {isNarrow && (
        <div className={styles.opener}>
          <Button
            ref={opener}
            variant="secondary"
            aria-expanded={panels.isOpen}
            aria-controls={id}
            onClick={() => setPanels({ ...panels, isOpen: !panels.isOpen })}
          >
            {t('referralFilters.title')}
          </Button>
          {besideOpener}
        </div>
      )}
      <FormProvider {...form}>
        <form
          id={id}
          role="search"
          aria-label={t(label)}
          noValidate
          autoComplete="off"
          hidden={isNarrow && !panels.isOpen}
          className={`${styles.form} ${className}`}
          onSubmit={onSubmit}
        >
          {children}
          <div className={styles.buttons}>
            <Button type="submit">{t('referralFilters.submit')}</Button>
            <Button variant="secondary" onClick={onClear}>
              {t('referralFilters.clear')}
            </Button>
            {more && (
              <FilterMoreButton
                count={countOfMore}
                isOpen={panels.isMoreOpen}
                controls={`${id}-more`}
                onClick={() => setPanels({ ...panels, isMoreOpen: !panels.isMoreOpen })}
              />
            )}
          </div>
          {more && (
            <div id={`${id}-more`} hidden={!panels.isMoreOpen} className={styles.more}>
              {/* Mounted once opened or in use, as they load their choices. */}
              {hasMore && more.inputs}
            </div>
          )}
        </form>
      </FormProvider>
      <div className={styles.shown}>
        <p
          role="status"
          className={isDescribedElsewhere(shown) ? styles.described : styles.summary}
        >
          {description && (
            <>
              <span>{t('referralFilters.active', { filters: description })}</span>
              {foundText && <span>{` ${foundText}`}</span>}
            </>
          )}
        </p>
        {isClearShown(shown) && (
          <Button variant="secondary" onClick={onClear}>
            {t('referralFilters.clear')}
          </Button>
        )}
      </div>
    </div>
  );
}

/**
 * The number of records found, or of those shown if there are more; undefined for an empty list, which has a text of its own.
 */
function useFoundText(found: StaffTextKey): string | undefined {
  const t = useStaffT();
  const { data = [], total = 0, meta } = useListContext();
  if (data.length === 0) return undefined;
  const { more, isEstimate } = meta as PageMeta;
  return more || isEstimate
    ? t('list.foundMore', { count: data.length })
    : t(found, { smart_count: total });
}
