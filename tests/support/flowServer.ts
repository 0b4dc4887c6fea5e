/** Vitest globalSetup: starts the real server once for the screen tests, which run in jsdom. */
import type { TestProject } from 'vitest/node';
import { startTestServer } from './testServer';
import { createFixtures, type Fixtures } from './fixtures';

export interface FlowFixtures {
  /** Base URL of the API, such as http://127.0.0.1:1234/api. */
  readonly apiUrl: string;
  readonly sites: Fixtures['sites'];
  /** Accounts to sign in with. Tokens are left out: they would expire before later tests start. */
  readonly people: Record<keyof Fixtures['people'], { username: string }>;
}

declare module 'vitest' {
  interface ProvidedContext {
    flowFixtures: FlowFixtures;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Logins are limited per address. beginSession (renderApp.tsx) sends a new X-Forwarded-For each time.
  const server = await startTestServer({ TRUST_PROXY: 'loopback' });
  const { sites, people, bearer } = await createFixtures(server);
  // Dismisses the checklist of the first day, which SetupChecklist.test.tsx tests.
  await server.callOk('updateSetup', { body: { dismissed: true } }, bearer('superuser'));
  const url = await server.app.listen({ host: '127.0.0.1', port: 0 });
  project.provide('flowFixtures', { apiUrl: `${url}/api`, sites, people });
  return () => server.close();
}
