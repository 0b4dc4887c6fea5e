/**
 * Holds responses back until the audit entries of their requests are on disk, and with them everything that the requests changed.
 * Requests wait for one flush together.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { createChangeRunner, createGroupCommit, runInGroups } from './groupCommit';
import { appendEntries, type AuditEvent, type EntryKey, flushEntries } from './trail';

declare module 'fastify' {
  interface FastifyInstance {
    /** Runs a change that is one statement, and tells it whether no other is under way. */
    runChange: ReturnType<typeof createChangeRunner>;
  }
  interface FastifyRequest {
    /** The last audit entry of the request that is committed, and may not be on disk yet. */
    unflushedEntry: EntryKey | null;
    /** Its audit entries that are not written yet: those of reads. */
    unwrittenEntries: readonly AuditEvent[] | null;
    /** Waits until its entries are written and on disk. Call it before the response. */
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
