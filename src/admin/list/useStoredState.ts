import { useEffect, useState } from 'react';
import { useStoreContext } from 'react-admin';

/**
 * State that survives a visit to another screen: it is in react-admin's store, which is in memory and lasts until the person
 * signs out (authProvider/personalStore.ts). Unlike with `useStore`, a change renders in the same pass.
 * @param key undefined to not store it
 *
 * @example
 * const [text, setText] = useStoredState(`${RESOURCES.accounts}.list.search`, '');
 * return <input type="search" value={text} onChange={(event) => setText(event.target.value)} />;
 */
export function useStoredState<T>(key: string | undefined, initial: T) {
  const { getItem, setItem } = useStoreContext();
  const [state, setState] = useState<T>(() => {
    const stored = key === undefined ? undefined : getItem<T>(key);
    return stored ?? initial;
  });
  useEffect(() => {
    if (key !== undefined) setItem(key, state);
  }, [key, state, setItem]);
  return [state, setState] as const;
}
