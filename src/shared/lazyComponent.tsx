import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { useT } from '../i18n/I18nProvider';
import styles from './Loading.module.css';

/** The code of a page could not be downloaded. */
export class DownloadError extends Error {}

interface LoadState<Props> {
  readonly Component?: ComponentType<Props>;
  readonly failure?: Error;
}

/**
 * A component whose code is downloaded when it first renders. Used instead of React's `lazy`, which shows its fallback for at
 * least 300 ms even if the code is there at once. A failed download is thrown to the `ErrorBoundary`; the next mount tries
 * again.
 * @param fallback shown while the code is loading
 */
export function lazyComponent<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = <Loading />,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;

  return function LazyComponent(props: Props) {
    const [{ Component, failure }, setState] = useState<LoadState<Props>>({ Component: loaded });

    useEffect(() => {
      if (Component) return;
      const loadComponent = async () => {
        try {
          loaded = await load();
          setState({ Component: loaded });
        } catch (error) {
          setState({ failure: new DownloadError('Failed to load a component', { cause: error }) });
        }
      };
      void loadComponent();
    }, [Component]);

    if (failure) throw failure;
    return Component ? <Component {...props} /> : fallback;
  };
}

/** Placeholder for a page that is still loading. Appears only after a moment, so that a quick load does not flicker. */
export function Loading() {
  const t = useT();
  return (
    <p role="status" className={styles.loading}>
      {t('app.loading')}
    </p>
  );
}
