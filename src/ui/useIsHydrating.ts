import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * True during server rendering and hydration, false afterwards and for components mounted later. A component whose output
 * differs in the browser must first render like the server.
 */
export function useIsHydrating(): boolean {
  return useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
}
