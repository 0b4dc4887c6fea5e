/** Fixtures for screens on a third-party backend: a new backend for each test, with its requests checked. */
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { renderThirdPartyApp, serveThirdPartyBackend } from './thirdPartyBackendApp';
import {
  createThirdPartyBackend,
  type ThirdPartyBackend,
  type ThirdPartyBackendOptions,
} from './thirdPartyBackend';
import type { ThirdPartyCallName } from './thirdPartyBackendCalls';
import { report } from './report';

export interface ThirdPartyBackendFixtures {
  /** Returns the backend of the running test. */
  backend(): ThirdPartyBackend;
  /** Replaces the backend by one with other options. */
  replace(options: ThirdPartyBackendOptions): void;
  /** The calls made in all tests so far. */
  readonly seen: ReadonlySet<ThirdPartyCallName>;
  /** Renders the app at a path, signed in as this account. */
  openAs(fullname: string, path: string): ReturnType<typeof renderThirdPartyApp>;
}

/** Asserts after each test that every request matched the specification and carried the stored token as its bearer. */
export function withThirdPartyBackend(): ThirdPartyBackendFixtures {
  let backend = createThirdPartyBackend();
  let requests = 0;
  const seen = new Set<ThirdPartyCallName>();
  const backendServer = serveThirdPartyBackend(() => backend);

  beforeAll(backendServer.start);
  beforeEach(() => {
    window.localStorage.clear();
    backend = createThirdPartyBackend();
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
      backend = createThirdPartyBackend(options);
    },
    seen,
    openAs: (fullname, path) => renderThirdPartyApp(path, backend.tokensFor(fullname)),
  };
}
