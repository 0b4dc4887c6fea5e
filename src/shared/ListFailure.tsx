import type { MouseEvent } from 'react';
import { useT } from '../i18n/I18nProvider';
import { Button } from './Button';
import styles from './Field.module.css';
import { ProblemMessage } from './Message';

interface Props {
  text: string;
  /** Name of the control the list belongs to; it gets the focus when this message disappears. */
  control: string;
  onRetry: () => void;
}

/** Error message for a list of options that failed to load, with a retry button. */
export function ListFailure({ text, control, onRetry }: Props) {
  const t = useT();
  const retry = (event: MouseEvent<HTMLButtonElement>) => {
    const element = event.currentTarget.form?.elements.namedItem(control);
    if (element instanceof HTMLElement) element.focus();
    onRetry();
  };

  return (
    <div className={styles.below}>
      <ProblemMessage>
        <p>{text}</p>
        <div>
          <Button variant="secondary" onClick={retry}>
            {t('app.tryAgain')}
          </Button>
        </div>
      </ProblemMessage>
    </div>
  );
}
