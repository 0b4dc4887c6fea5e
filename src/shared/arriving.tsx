import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { Loading } from './Loading';

interface Arrival<Props> {
  readonly Component?: ComponentType<Props>;
  readonly failure?: Error;
}

/**
 * A page, or a part of one, that is downloaded when it is first shown. In place of React's `lazy`, behind which it appears
 * 300 ms after what stands there meanwhile at the earliest, were it there at once. What did not arrive is a failure of its
 * `ErrorBoundary`, and is asked for anew when shown again.
 */
export function arriving<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: ReactNode = <Loading />,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;

  return function Arriving(props: Props) {
    const [{ Component, failure }, setArrival] = useState<Arrival<Props>>({ Component: loaded });

    useEffect(() => {
      if (Component) return;
      const arrive = async () => {
        try {
          loaded = await load();
          setArrival({ Component: loaded });
        } catch (error) {
          setArrival({ failure: new Error('A page did not arrive', { cause: error }) });
        }
      };
      void arrive();
    }, [Component]);

    if (failure) throw failure;
    return Component ? <Component {...props} /> : meanwhile;
  };
}
