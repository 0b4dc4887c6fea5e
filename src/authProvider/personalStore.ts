import { memoryStore, type Store } from 'react-admin';
import type { SessionStore } from '../app/session';

interface PersonalStore {
  /** The username and role it belongs to. */
  readonly owner: string;
  readonly store: Store;
}

const stores = new WeakMap<SessionStore, PersonalStore>();

/**
 * react-admin's store for the person who is signed in: filters, orders, pages, selections and positions of lists. In memory only, as
 * they are names and phone numbers. It outlasts the signed-in app, which unmounts on public pages and when a session ends there, and
 * is dropped when its person signs out or another one signs in.
 */
export function personalStore(session: SessionStore): Store {
  const owner = ownerOf(session);
  const known = stores.get(session);
  if (known && known.owner === owner) return known.store;
  const store = lastingStore();
  stores.set(session, { owner, store });
  const stop = session.subscribe(() => {
    const { status, user, hasSignedOut, endedBy } = session.get();
    const isOver = hasSignedOut || endedBy === 'notApproved';
    const isOther = status !== 'checking' && user !== null && ownerOf(session) !== owner;
    if (!isOver && !isOther) return;
    if (stores.get(session)?.store === store) stores.delete(session);
    store.reset();
    stop();
  });
  return store;
}

function ownerOf(session: SessionStore): string {
  const { user } = session.get();
  return `${user?.username} ${user?.role}`;
}

/** A memory store that react-admin does not empty when it unmounts. */
function lastingStore(): Store {
  const store = memoryStore();
  store.setup();
  return { ...store, setup: () => {}, teardown: () => {} };
}
