import ExpandIcon from '@mui/icons-material/ExpandMore';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useListContext } from 'react-admin';
import { type FieldValues, FormProvider } from 'react-hook-form';
import type { Elements } from '../../app/elements';
import { useStaffT } from '../../i18n/useStaffT';
import type { StaffTextKey } from '../../i18n/textKeys';
import { Button } from '../../ui/Button';
import { useIsNarrow } from './DataTable';
import styles from './FilterForm.module.css';
import { FilterChips, type FilterPart, useFilterText } from './FilterChips';
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
  /** Describes what the values filter by; empty if they filter nothing. */
  readonly describe: (values: Values) => readonly FilterPart[];
  /** Whether something else in sight shows a part: it has no chip. */
  readonly isShownElsewhere?: (part: FilterPart) => boolean;
  /** How many records there are. */
  readonly found: StaffTextKey;
  /** Puts the form behind the button in a wide window, too; it is open at first if something that has a chip filters. */
  readonly isFolded?: boolean;
  /** Before the button that opens the form; in a narrow window above it. */
  readonly tabs?: Elements;
  /** Beside the button that opens the form in a narrow window. */
  readonly besideOpener?: Elements;
  /** After the chips. */
  readonly besideChips?: Elements;
  /** Inputs within react-hook-form's FormProvider; mounted once the form is open, as some load their choices. */
  readonly children: Elements;
}

/**
 * Filters the list in context. What filters the rows in sight is described by chips, each of which removes its part, and announced.
 * Values apply with 'Submit' or Enter; 'Clear' empties the form and shows all records. In a narrow window the form is behind a
 * button. What was typed is restored when the list is opened again.
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
  isShownElsewhere = () => false,
  found,
  isFolded = false,
  tabs,
  besideOpener,
  besideChips,
  children,
}: Props<Values>) {
  const t = useStaffT();
  const id = useId();
  const isNarrow = useIsNarrow();
  const hasOpener = isNarrow || isFolded;
  const opener = useRef<HTMLButtonElement>(null);
  const { form, valuesOf, apply, clear, remove, isOpen, setOpen } = useFilterForm({
    emptyValues,
    initialValues,
    parse,
    toFilter,
    isOpenAtFirst: (values) =>
      !isNarrow && describe(values).some((part) => !isShownElsewhere(part)),
  });
  const { meta } = useListContext();
  const [wasOpen, setWasOpen] = useState(false);
  const isVisible = isOpen || !hasOpener;
  if (isOpen && !wasOpen) setWasOpen(true);

  const close = () => {
    if (!isNarrow) return;
    setOpen(false);
    opener.current?.focus();
  };
  const onSubmit = (event: FormEvent) => {
    const submit = form.handleSubmit((entered: Values) => {
      apply(entered);
      close();
    });
    void submit(event);
  };
  const onClear = () => {
    clear();
    close();
  };
  /** A chip, or the button beside them, disappears with the focus. */
  const focusForm = () =>
    (opener.current ?? document.getElementById(id)?.querySelector('input'))?.focus();
  const parts = describe(valuesOf((meta as PageMeta | undefined)?.filter ?? {}));
  const foundText = useFoundText(found);
  const textOf = useFilterText();

  return (
    <div className={styles.bar}>
      <div className={styles.opener}>
        {tabs}
        {hasOpener && (
          <>
            <Button
              ref={opener}
              variant={isNarrow ? 'secondary' : 'quiet'}
              aria-expanded={isOpen}
              aria-controls={id}
              onClick={() => setOpen(!isOpen)}
            >
              <span>{t('referralFilters.open')}</span>
              <ExpandIcon fontSize="small" className={isOpen ? styles.expanded : undefined} />
            </Button>
            {isNarrow && besideOpener}
          </>
        )}
      </div>
      <FormProvider {...form}>
        <form
          id={id}
          role="search"
          aria-label={t(label)}
          noValidate
          autoComplete="off"
          hidden={!isVisible}
          className={`${styles.form} ${className}`}
          onSubmit={onSubmit}
        >
          {(isVisible || wasOpen) && children}
          <div className={styles.buttons}>
            <Button type="submit">{t('referralFilters.submit')}</Button>
            <Button variant="secondary" onClick={onClear}>
              {t('referralFilters.clear')}
            </Button>
          </div>
        </form>
      </FormProvider>
      <p role="status" className={styles.described}>
        {parts.length > 0 && (
          <>
            <span>{t('referralFilters.active', { filters: textOf(parts) })}</span>
            {foundText && <span>{` ${foundText}`}</span>}
          </>
        )}
      </p>
      <FilterChips
        parts={parts.filter((part) => !isShownElsewhere(part))}
        onRemove={(part) => {
          remove(part.names);
          focusForm();
        }}
        besides={besideChips}
        onClear={() => {
          onClear();
          focusForm();
        }}
      />
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
