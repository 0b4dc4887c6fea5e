import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * Whether the page still is as the server drew it: true there and while React takes over in the browser, false from then
 * on and for whatever is drawn later. What differs between the two is drawn as the server did first.
 */
export function useTakingOver(): boolean {
  return useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
}
