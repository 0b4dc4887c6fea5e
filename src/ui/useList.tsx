import { type MouseEvent, useCallback, useEffect, useState } from 'react';
import type { CallOutput } from '../../contract/calls';
import { isRetryableRead, READ_RETRIES, readRetryDelay, retryWithBackoff } from '../api/retry';
import { useT } from '../i18n/I18nProvider';
import { Button } from './Button';
import styles from './controls.module.css';
import { ProblemMessage } from './Message';
import { useServices } from '../app/services';

/** The public lists of options for forms. */
type ListName = 'listSites' | 'listCounties';

export interface List<Item> {
  readonly status: 'loading' | 'ready' | 'failed';
  /** Empty until `ready`. */
  readonly items: readonly Item[];
  /** Fetches the list again; the current items stay until the answer. */
  reload(): void;
}

/** Result of the last completed round: the items, or undefined if none were ever loaded. */
interface Answer<Item> {
  readonly round: number;
  readonly items: readonly Item[] | undefined;
}

/** Milliseconds after page load during which the items that came with the page are used without a request. */
const PRELOADED_FRESH_TIME = 300_000;

/**
 * Loads a list of options.
 * @param isEnabled false until the list is needed
 */
export function useList<N extends ListName>(
  name: N,
  isEnabled = true,
): List<CallOutput<N>[number]> {
  type Item = CallOutput<N>[number];
  const { api, sites } = useServices();
  const preloaded = name === 'listSites' ? (sites as readonly Item[] | undefined) : undefined;
  const [round, setRound] = useState(0);
  const [answer, setAnswer] = useState<Answer<Item>>({ round: -1, items: preloaded });

  useEffect(() => {
    if (!isEnabled || (preloaded && round === 0 && performance.now() < PRELOADED_FRESH_TIME))
      return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    retryWithBackoff(() => api.call<ListName>(name, {}, { signal }), {
      shouldRetry: (error) => !signal.aborted && isRetryableRead(error),
      maxRetries: READ_RETRIES,
      delay: readRetryDelay,
    }).then(
      (items) => setAnswer({ round, items }),
      () => {
        if (signal.aborted) return;
        setAnswer((before) => ({ round, items: before.items }));
      },
    );
    return () => controller.abort();
  }, [api, name, isEnabled, round, preloaded]);

  const reload = useCallback(() => setRound((before) => before + 1), []);
  const { items } = answer;
  if (items) return { status: 'ready', items, reload };
  return { status: answer.round === round ? 'failed' : 'loading', items: [], reload };
}

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
