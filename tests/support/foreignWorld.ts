/** For a test file whose screens stand before a backend we did not write: a new one for each test, watched. */
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { renderForeignApp, serveForeign } from './foreignApp';
import { createForeignBackend, type ForeignBackend, type ForeignManners } from './foreignBackend';
import type { ForeignCallName } from './foreignCalls';
import { report } from './report';

export interface ForeignWorld {
  /** That of the test that runs. */
  backend(): ForeignBackend;
  /** Puts one of other manners in its place. */
  replace(manners: ForeignManners): void;
  /** The calls made in all tests so far. */
  readonly seen: ReadonlySet<ForeignCallName>;
  /** Opens a path as someone who has signed in. */
  openAs(fullname: string, path: string): ReturnType<typeof renderForeignApp>;
}

/** After each test, every request was exactly as specified, and carried the bearer wherever there was one. */
export function withForeignBackend(): ForeignWorld {
  let backend = createForeignBackend();
  let requests = 0;
  const seen = new Set<ForeignCallName>();
  const foreign = serveForeign(() => backend);

  beforeAll(foreign.start);
  beforeEach(() => {
    window.localStorage.clear();
    backend = createForeignBackend();
  });
  afterEach(() => {
    for (const name of backend.called) seen.add(name);
    requests += backend.requests.length;
    expect(backend.violations).toEqual([]);
    expect(foreign.takeBearerFaults()).toEqual([]);
  });
  afterAll(() => {
    foreign.stop();
    report('requests a foreign server found to be as specified', requests);
  });

  return {
    backend: () => backend,
    replace: (manners) => {
      backend = createForeignBackend(manners);
    },
    seen,
    openAs: (fullname, path) => renderForeignApp(path, backend.tokensFor(fullname)),
  };
}
