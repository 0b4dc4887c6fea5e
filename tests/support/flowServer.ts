/** Vitest globalSetup: starts the real server once for the screen tests, which run in jsdom. */
import type { TestProject } from 'vitest/node';
import { startTestServer } from './testServer';
import { createWorld, type World } from './world';

export interface FlowWorld {
  /** Base URL of the API, such as http://127.0.0.1:1234/api. */
  readonly apiUrl: string;
  readonly sites: World['sites'];
  /** Accounts to sign in with. Tokens are left out: they would expire before later tests start. */
  readonly people: Record<keyof World['people'], { username: string }>;
}

declare module 'vitest' {
  interface ProvidedContext {
    flowWorld: FlowWorld;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Logins are limited per address. beginSession (renderApp.tsx) sends a new X-Forwarded-For each time.
  const server = await startTestServer({ TRUST_PROXY: 'loopback' });
  const { sites, people } = await createWorld(server);
  const url = await server.app.listen({ host: '127.0.0.1', port: 0 });
  project.provide('flowWorld', { apiUrl: `${url}/api`, sites, people });
  return () => server.close();
}
