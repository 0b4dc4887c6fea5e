import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useRef,
} from 'react';
import { useServices } from '../shared/services';
import type { ReferralFormState } from './referralFormState';

/** An unsent draft and where in the form the person was. */
export type Kept = Pick<ReferralFormState, 'draft' | 'step'>;

const KeptDraftContext = createContext<RefObject<Kept | null> | null>(null);

/**
 * Keeps the draft of the public form while the person looks at another page of the app, such as the login. In memory
 * only: it ends with the page, and signing out forgets it.
 */
export function KeptDraftProvider({ children }: { children: ReactNode }) {
  const { session } = useServices();
  const kept = useRef<Kept>(null);

  useEffect(
    () =>
      session.subscribe(() => {
        if (session.get().status === 'signed-out') kept.current = null;
      }),
    [session],
  );

  return <KeptDraftContext value={kept}>{children}</KeptDraftContext>;
}

/** The kept draft, to read when the form appears and to write as it changes. */
export function useKeptDraft(): RefObject<Kept | null> {
  const kept = useContext(KeptDraftContext);
  if (!kept) throw new Error('useKeptDraft outside KeptDraftProvider');
  return kept;
}
