/** Vitest globalSetup: starts one PostgreSQL per run. Each test creates its own database in it. */
import type { TestProject } from 'vitest/node';
import { startPostgres } from '../../scripts/programs/realPostgres';
import { makeEmbeddedTemplate, makePostgresTemplate } from './templates';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server's URL, without a database name. */
    postgresUrl: string;
  }
}

/** Starts the server. Returns a teardown function. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // The data is discarded after the run. Tests that crash PostgreSQL start their own.
  const server = await startPostgres({ fsync: 'off' });
  await makePostgresTemplate(server.url);
  await makeEmbeddedTemplate();
  project.provide('postgresUrl', server.url);
  return () => server.remove();
}
