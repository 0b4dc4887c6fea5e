import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import type { Session, SessionStore } from '../authProvider/sessionStore';
import { useServices } from '../shared/services';
import type { ReferralFormState } from './referralFormState';

/** An unsent draft: its content, its step, when it was started, and the spam signals of a failed submission. */
type SavedDraft = Pick<ReferralFormState, 'draft' | 'step' | 'startedAt' | 'sentSignals'>;

/** Which form a draft belongs to: the one on the public page or in the staff dialog. */
export type DraftPlace = 'public' | 'staff';

interface DraftStore {
  /** The saved draft for a form that mounts; null if there is none for the current person. */
  read(): SavedDraft | null;
  /** Saves the form's draft; null when nothing is left to send. */
  save(saved: SavedDraft | null): void;
}

type DraftStores = Readonly<Record<DraftPlace, DraftStore & { follow(session: Session): void }>>;

const DraftStoresContext = createContext<DraftStores | null>(null);

/**
 * Stores the referral form's drafts while the form is not mounted. In memory only: closing the page or signing out discards
 * them.
 */
export function DraftProvider({ children }: { children: ReactNode }) {
  const { session } = useServices();
  const [stores] = useState<DraftStores>(() => ({
    public: createPublicStore(session),
    staff: createStaffStore(session),
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

/** Stores the public draft during navigation, such as to the login. A signed-in person's draft is discarded for anyone else. */
function createPublicStore(session: SessionStore) {
  let saved: SavedDraft | null = null;
  let owner: string | undefined;
  return {
    read: () => saved,
    save: (next: SavedDraft | null) => {
      saved = next;
      owner = next ? (session.get().user?.username ?? owner) : undefined;
    },
    follow: ({ user, hasSignedOut }: Session) => {
      if (hasSignedOut || (user && user.username !== (owner ?? user.username))) saved = null;
    },
  };
}

/** Stores the staff draft when a session ends without a sign-out. Only the same person gets it back after signing in. */
function createStaffStore(session: SessionStore) {
  let saved: SavedDraft | null = null;
  let owner: string | undefined;
  return {
    read: () => saved,
    save: (next: SavedDraft | null) => {
      const { user } = session.get();
      // Without a user the form is unmounting with the session: the draft stays.
      if (!user) return;
      saved = next;
      owner = user.username;
    },
    follow: ({ user, hasSignedOut }: Session) => {
      if (hasSignedOut || (user && user.username !== owner)) saved = null;
    },
  };
}

export function useDraftStore(place: DraftPlace): DraftStore {
  const stores = useContext(DraftStoresContext);
  if (!stores) throw new Error('useDraftStore outside DraftProvider');
  return stores[place];
}
