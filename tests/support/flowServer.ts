/** The real server for the screens under test; Vitest starts it once (globalSetup), as the screens live in a made-up browser. */
import type { TestProject } from 'vitest/node';
import { startTestServer } from './testServer';
import { createWorld, type World } from './world';

export interface FlowWorld {
  /** Where the API is, such as http://127.0.0.1:1234/api. */
  readonly apiUrl: string;
  readonly sites: World['sites'];
  /** To sign in as. Their tokens of the start would be too old for tests that begin later. */
  readonly people: Record<keyof World['people'], { username: string }>;
}

declare module 'vitest' {
  interface ProvidedContext {
    flowWorld: FlowWorld;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Sessions that no screen begins come from many addresses (renderApp.tsx): one alone may sign in only so often.
  const server = await startTestServer({ TRUST_PROXY: 'loopback' });
  const { sites, people } = await createWorld(server);
  const url = await server.app.listen({ host: '127.0.0.1', port: 0 });
  project.provide('flowWorld', { apiUrl: `${url}/api`, sites, people });
  return () => server.close();
}
