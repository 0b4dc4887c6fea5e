import type { MouseEvent } from 'react';
import { useT } from '../i18n/I18nProvider';
import { Button } from './Button';
import styles from './Field.module.css';
import { ProblemMessage } from './Message';

interface Props {
  text: string;
  /** The name of the control the list is for; it takes the focus when this message goes. */
  control: string;
  onRetry: () => void;
}

/** Says that a list to choose from did not come, and fetches it again when asked. */
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
          <Button look="secondary" onClick={retry}>
            {t('app.tryAgain')}
          </Button>
        </div>
      </ProblemMessage>
    </div>
  );
}
