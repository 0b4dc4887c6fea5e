import { useStoreContext } from 'react-admin';
import { RESOURCES } from '../../../app/routes';

/** Key in react-admin's store: the id of the referral that was added last. */
export const ADDED_REFERRAL_KEY = `${RESOURCES.referrals}.added`;

/** Returns a function that removes the notice about an added referral when that is deleted. */
export function useForgetAddedReferral(): (id: string) => void {
  const store = useStoreContext();
  return (id) => {
    if (store.getItem(ADDED_REFERRAL_KEY) === id) store.removeItem(ADDED_REFERRAL_KEY);
  };
}

/** Returns a function that stores the id of an added referral, from the server's response, for the notice about duplicates. */
export function useRememberAddedReferral(): (answer: unknown) => void {
  const store = useStoreContext();
  return (answer) => {
    // Another server may answer with anything.
    const id = (answer as { _id?: unknown } | null | undefined)?._id;
    if (typeof id === 'string') store.setItem(ADDED_REFERRAL_KEY, id);
  };
}
