import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { useServices } from '../app/services';
import type { Session, SessionStore } from '../app/session';
import type { ReferralFormState } from './referralFormState';

/**
 * An unsent draft: its content, its step, when it was started, and the spam signals of a failed submission. And the receipt of the
 * referral before, whose code is shown only once.
 */
type SavedDraft = Partial<
  Pick<ReferralFormState, 'draft' | 'step' | 'startedAt' | 'sentSignals' | 'receipt'>
>;

/** Where the form is used: on the public page or in the staff dialog. Each has its own draft. */
export type ReferralFormMode = 'public' | 'staff';

type DraftStore = ReturnType<typeof createDraftStore>;

const DraftStoresContext = createContext<Readonly<Record<ReferralFormMode, DraftStore>> | null>(
  null,
);

/**
 * Stores the referral form's drafts while the form is not mounted. In memory only: closing the page or signing out discards
 * them.
 */
export function DraftProvider({ children }: { children: ReactNode }) {
  const { session } = useServices();
  const [stores] = useState(() => ({
    public: createDraftStore('public', session),
    staff: createDraftStore('staff', session),
  }));

  useEffect(
    () =>
      session.subscribe(() => {
        stores.public.follow(session.get());
        stores.staff.follow(session.get());
      }),
    [session, stores],
  );

  return <DraftStoresContext value={stores}>{children}</DraftStoresContext>;
}

/**
 * Stores the public draft during navigation, such as to the login, and the staff draft when a session ends without a
 * sign-out. A signed-in person's draft is discarded for anyone else.
 */
function createDraftStore(mode: ReferralFormMode, session: SessionStore) {
  let saved: SavedDraft | null = null;
  let owner: string | undefined;
  return {
    /** What was saved for a form that mounts; null if there is nothing for the current person. */
    read: () => saved,
    /** Saves the form's draft and receipt; null forgets both. */
    save: (next: SavedDraft | null) => {
      const { user } = session.get();
      // The staff form without a user is unmounting with the session: its draft stays.
      if (mode === 'staff' && !user) return;
      saved = next;
      owner = next ? (user?.username ?? owner) : undefined;
    },
    follow: ({ user, hasSignedOut }: Session) => {
      if (hasSignedOut || (user && user.username !== (owner ?? user.username))) saved = null;
    },
  };
}

export function useDraftStore(mode: ReferralFormMode): DraftStore {
  const stores = useContext(DraftStoresContext);
  if (!stores) throw new Error('useDraftStore outside DraftProvider');
  return stores[mode];
}
