/** Vitest globalSetup: finds the proxies once per run. Without them, the tests are skipped. */
import type { TestProject } from 'vitest/node';
import { findProxies, type ProxyEnvironment } from './findProxies';

declare module 'vitest' {
  interface ProvidedContext {
    /** The variables with which caddy, nginx, haproxy, openssl and pgbouncer run; null if they are missing. */
    proxyEnvironment: ProxyEnvironment | null;
  }
}

export function setup(project: TestProject): void {
  const found = findProxies((text) => process.stderr.write(`${text}\n`));
  project.provide('proxyEnvironment', found ?? null);
}
