import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useStaffT } from '../../i18n/useStaffT';
import { Button } from '../../shared/Button';
import styles from './FilterForm.module.css';
import { useIsNarrow } from '../useIsNarrow';

interface Props {
  /** What a screen reader calls the form. */
  label: string;
  /** How the fields lie beside each other. */
  className: string | undefined;
  /** @returns whether what was entered applies; if not, the form stays open */
  onSubmit: () => boolean;
  onClear: () => void;
  /** The fields. */
  children: ReactNode;
}

/**
 * What narrows a list. What is entered applies with 'Submit' or Enter; 'Clear' empties it all. On a phone it waits behind a
 * button, as it would fill the first screen.
 */
export function FilterForm({ label, className, onSubmit, onClear, children }: Props) {
  const t = useStaffT();
  const id = useId();
  const isNarrow = useIsNarrow();
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);

  const fold = () => {
    if (!isNarrow) return;
    // Out of the way of the rows, to where it is opened again.
    setOpen(false);
    opener.current?.focus();
  };

  return (
    <>
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
      <form
        id={id}
        role="search"
        aria-label={label}
        noValidate
        autoComplete="off"
        hidden={isNarrow && !isOpen}
        className={`${styles.form} ${className}`}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (onSubmit()) fold();
        }}
      >
        {children}
        <div className={styles.buttons}>
          <Button type="submit">{t('referralFilters.submit')}</Button>
          <Button
            variant="secondary"
            onClick={() => {
              onClear();
              fold();
            }}
          >
            {t('referralFilters.clear')}
          </Button>
        </div>
      </form>
    </>
  );
}
