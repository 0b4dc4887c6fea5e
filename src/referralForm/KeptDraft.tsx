import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { useServices } from '../shared/services';
import type { ReferralFormState } from './referralFormState';

/** An unsent draft, and where in the form the person was. */
type Kept = Pick<ReferralFormState, 'draft' | 'step'>;

interface DraftKeeper {
  /** What was kept last, for a form that appears. */
  read(): Kept | null;
  /** Keeps what stands in the form now; null when nothing is left to send. */
  keep(kept: Kept | null): void;
}

const DraftKeeperContext = createContext<DraftKeeper | null>(null);

/**
 * Keeps the draft of the public form while the person looks at another page of the app, such as the login. In memory
 * only: it ends with the page, and signing out forgets it.
 */
export function KeptDraftProvider({ children }: { children: ReactNode }) {
  const { session } = useServices();
  const [keeper] = useState(createKeeper);

  useEffect(
    () =>
      session.subscribe(() => {
        if (session.get().status === 'signed-out') keeper.keep(null);
      }),
    [session, keeper],
  );

  return <DraftKeeperContext value={keeper}>{children}</DraftKeeperContext>;
}

function createKeeper(): DraftKeeper {
  let kept: Kept | null = null;
  return {
    read: () => kept,
    keep: (next) => {
      kept = next;
    },
  };
}

export function useDraftKeeper(): DraftKeeper {
  const keeper = useContext(DraftKeeperContext);
  if (!keeper) throw new Error('useDraftKeeper outside KeptDraftProvider');
  return keeper;
}
