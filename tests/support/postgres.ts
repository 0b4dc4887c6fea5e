/** The PostgreSQL of a run: Vitest starts it once (globalSetup); each test makes its own database in it. */
import type { TestProject } from 'vitest/node';
import { startPostgres } from '../../scripts/realPostgres';
import { makeEmbeddedTemplate, makePostgresTemplate } from './templates';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the server, without a database's name. */
    postgresUrl: string;
  }
}

/** Vitest's globalSetup: starts the server, and answers how to end it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // What is kept here dies with the run. Durability is tested on the product itself.
  const server = await startPostgres({ fsync: 'off' });
  await makePostgresTemplate(server.url);
  await makeEmbeddedTemplate();
  project.provide('postgresUrl', server.url);
  return () => server.remove();
}
