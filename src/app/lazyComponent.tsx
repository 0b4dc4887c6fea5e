import { type ComponentType, useEffect, useState } from 'react';
import type { Elements } from './elements';
import { useT } from '../i18n/I18nProvider';
import styles from './Loading.module.css';

/** The code of a page was not downloaded, as the browser is offline. It can be tried again. */
export class OfflineError extends Error {}

/** The code of a page was not downloaded, or is broken. Browsers remember that until the page is reloaded. */
export class LoadError extends Error {}

type LazyComponent<Props> = ComponentType<Props> & {
  /** Downloads the code now. The component then renders at once, also without a connection. */
  readonly preload: () => Promise<void>;
};

interface LoadState<Props> {
  readonly Component?: ComponentType<Props>;
  readonly failure?: Error;
}

/**
 * A component whose code is downloaded when it first renders. Used instead of React's `lazy`, which shows its fallback for at
 * least 300 ms even if the code is there at once. A failed download is thrown to the `ErrorBoundary`.
 * @param fallback shown while the code is loading
 */
export function lazyComponent<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: Elements = <Loading />,
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | undefined;

  function Lazy(props: Props) {
    const [{ Component, failure }, setState] = useState<LoadState<Props>>({ Component: loaded });

    useEffect(() => {
      if (Component) return;
      const loadComponent = async () => {
        try {
          await requireConnection();
          loaded = await load();
          setState({ Component: loaded });
        } catch (error) {
          const isOffline = error instanceof OfflineError;
          setState({
            failure: isOffline
              ? error
              : new LoadError('Failed to load a component', { cause: error }),
          });
        }
      };
      void loadComponent();
    }, [Component]);

    if (failure) throw failure;
    return Component ? <Component {...props} /> : fallback;
  }
  const preload = async () => {
    // Browsers remember a failed download (`requireConnection`): offline, rendering it downloads it.
    if (navigator.onLine) loaded = await load().catch(() => undefined);
  };
  return Object.assign(Lazy, { preload });
}

/**
 * Browsers remember a failed download of code until the page is reloaded, which would discard what was typed. A browser that says
 * it is offline may be wrong.
 * @throws OfflineError
 */
async function requireConnection(): Promise<void> {
  if (navigator.onLine) return;
  try {
    await fetch('/', { method: 'HEAD' });
  } catch (cause) {
    throw new OfflineError('The server cannot be reached', { cause });
  }
}

/**
 * Placeholder for a page that is still loading. Appears only after a moment, so that a quick load does not flicker. After some
 * seconds, the page says what to do instead (theme/base.css).
 */
export function Loading() {
  const t = useT();
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset.loading = '';
    return () => void delete dataset.loading;
  }, []);
  return (
    <p role="status" className={styles.loading}>
      {t('app.loading')}
    </p>
  );
}
