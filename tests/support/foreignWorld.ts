/** Fixtures for screens on a third-party backend: a new backend for each test, with its requests checked. */
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { renderForeignApp, serveForeign } from './foreignApp';
import { createForeignBackend, type ForeignBackend, type ForeignManners } from './foreignBackend';
import type { ForeignCallName } from './foreignCalls';
import { report } from './report';

export interface ForeignWorld {
  /** Returns the backend of the running test. */
  backend(): ForeignBackend;
  /** Replaces the backend by one with other options. */
  replace(options: ForeignManners): void;
  /** The calls made in all tests so far. */
  readonly seen: ReadonlySet<ForeignCallName>;
  /** Renders the app at a path, signed in as this account. */
  openAs(fullname: string, path: string): ReturnType<typeof renderForeignApp>;
}

/** Asserts after each test that every request matched the specification and carried the stored token as its bearer. */
export function withForeignBackend(): ForeignWorld {
  let backend = createForeignBackend();
  let requests = 0;
  const seen = new Set<ForeignCallName>();
  const backendServer = serveForeign(() => backend);

  beforeAll(backendServer.start);
  beforeEach(() => {
    window.localStorage.clear();
    backend = createForeignBackend();
  });
  afterEach(() => {
    for (const name of backend.called) seen.add(name);
    requests += backend.requests.length;
    expect(backend.violations).toEqual([]);
    expect(backendServer.takeBearerFaults()).toEqual([]);
  });
  afterAll(() => {
    backendServer.stop();
    report('requests that a third-party backend found to match the specification', requests);
  });

  return {
    backend: () => backend,
    replace: (options) => {
      backend = createForeignBackend(options);
    },
    seen,
    openAs: (fullname, path) => renderForeignApp(path, backend.tokensFor(fullname)),
  };
}
