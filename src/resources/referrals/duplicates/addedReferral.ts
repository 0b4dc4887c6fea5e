import { useStoreContext } from 'react-admin';
import { RESOURCES } from '../../../app/routes';

/** Where react-admin's store, in memory, has the id of the referral that was added last. */
export const ADDED_KEY = `${RESOURCES.referrals}.added`;

/** Returns a function that ends the notice of an added referral once that is deleted. */
export function useForgetAdded(): (id: string) => void {
  const store = useStoreContext();
  return (id) => {
    if (store.getItem(ADDED_KEY) === id) store.removeItem(ADDED_KEY);
  };
}

/** Returns a function that takes the answer of the server to an added referral, so that the list can say who it may be. */
export function useRememberAdded(): (answer: unknown) => void {
  const store = useStoreContext();
  return (answer) => {
    // Another server may answer with anything.
    const id = (answer as { _id?: unknown } | null | undefined)?._id;
    if (typeof id === 'string') store.setItem(ADDED_KEY, id);
  };
}
