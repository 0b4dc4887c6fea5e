/**
 * Delays responses until the audit entries of their requests, and everything that the requests changed, are on disk. Concurrent
 * requests share one flush.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { createChangeRunner, createGroupCommit, runInGroups } from './groupCommit';
import { appendEntries, type AuditEvent, type EntryKey, flushEntries } from './trail';

declare module 'fastify' {
  interface FastifyInstance {
    /** Runs a change that is one statement, and tells it whether it runs alone. */
    runChange: ReturnType<typeof createChangeRunner>;
  }
  interface FastifyRequest {
    /** The request's last audit entry that is committed asynchronously, and may not be on disk yet. */
    unflushedEntry: EntryKey | null;
    /** The request's audit entries that are not written yet: those of reads. */
    unwrittenEntries: readonly AuditEvent[] | null;
    /** Waits until the request's audit entries are on disk. Call it before the response. */
    storeEntries(): Promise<void>;
  }
}

export const auditPlugin = fastifyPlugin(
  async (app: FastifyInstance) => {
    const { db } = app.database;
    const flush = createGroupCommit((take) => flushEntries(db, take));
    const append = runInGroups<readonly AuditEvent[], void>((take) =>
      appendEntries(db, () => take().flat()),
    );
    app.decorate('runChange', createChangeRunner());
    app.decorateRequest('unflushedEntry', null);
    app.decorateRequest('unwrittenEntries', null);
    app.decorateRequest('storeEntries', async function storeEntries(this: FastifyRequest) {
      const { unflushedEntry: committed, unwrittenEntries: unwritten } = this;
      this.unflushedEntry = null;
      this.unwrittenEntries = null;
      await Promise.all([committed && flush(committed), unwritten && append(unwritten)]);
    });
  },
  { name: 'audit', dependencies: ['database'] },
);
