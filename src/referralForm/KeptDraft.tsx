import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import type { Session, SessionStore } from '../authProvider/sessionStore';
import { useServices } from '../shared/services';
import type { ReferralFormState } from './referralFormState';

/** An unsent draft, when it was begun, how it was sent in vain, and where in the form the person was. */
type Kept = Pick<ReferralFormState, 'draft' | 'step' | 'begunAt' | 'sentMarks'>;

/** Where a form stands: on the public page, or in the staff dialog. */
export type DraftPlace = 'public' | 'staff';

interface DraftKeeper {
  /** What was kept last, for a form that appears; null when there is nothing for who is here now. */
  read(): Kept | null;
  /** Keeps what stands in the form now; null when nothing is left to send. */
  keep(kept: Kept | null): void;
}

type DraftKeepers = Readonly<Record<DraftPlace, DraftKeeper & { follow(session: Session): void }>>;

const DraftKeepersContext = createContext<DraftKeepers | null>(null);

/**
 * Keeps the drafts of the referral form while no form is there to hold them. In memory only: they end with the page, and
 * signing out forgets them.
 */
export function KeptDraftProvider({ children }: { children: ReactNode }) {
  const { session } = useServices();
  const [keepers] = useState<DraftKeepers>(() => ({
    public: createPublicKeeper(session),
    staff: createStaffKeeper(session),
  }));

  useEffect(
    () =>
      session.subscribe(() => {
        keepers.public.follow(session.get());
        keepers.staff.follow(session.get());
      }),
    [session, keepers],
  );

  return <DraftKeepersContext value={keepers}>{children}</DraftKeepersContext>;
}

/** While the person looks at another page, such as the login; what someone typed signed in is nobody else's. */
function createPublicKeeper(session: SessionStore) {
  let kept: Kept | null = null;
  let owner: string | undefined;
  return {
    read: () => kept,
    keep: (next: Kept | null) => {
      kept = next;
      owner = next ? (session.get().user?.username ?? owner) : undefined;
    },
    follow: ({ user, hasLeft }: Session) => {
      if (hasLeft || (user && user.username !== (owner ?? user.username))) kept = null;
    },
  };
}

/** When a session ends by itself, until the same person has signed in again; nobody else is shown it. */
function createStaffKeeper(session: SessionStore) {
  let kept: Kept | null = null;
  let owner: string | undefined;
  return {
    read: () => kept,
    keep: (next: Kept | null) => {
      const { user } = session.get();
      // Without a person it is the form going away with the session: what it held stays.
      if (!user) return;
      kept = next;
      owner = user.username;
    },
    follow: ({ user, hasLeft }: Session) => {
      if (hasLeft || (user && user.username !== owner)) kept = null;
    },
  };
}

export function useDraftKeeper(place: DraftPlace): DraftKeeper {
  const keepers = useContext(DraftKeepersContext);
  if (!keepers) throw new Error('useDraftKeeper outside KeptDraftProvider');
  return keepers[place];
}
