/**
 * Sends the outbox: an email stays there until the mail server accepts it, is retried with exponential backoff, and expires.
 */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { type EmailKind, emailOptions } from './emailKinds';
import {
  type ClaimedEmail,
  claimDueEmails,
  extendClaim,
  correctEmailTimes,
  scheduleRetry,
  deleteEmail,
} from './queuedEmails';
import { createSend, describeFailure, type Send } from './transport';
import type { Database } from '../../db/database';
import type { Settings } from '../../settings/settings';

/** Whether an email may still be sent. */
type EmailCheck = (email: ClaimedEmail) => Promise<boolean>;

declare module 'fastify' {
  interface FastifyInstance {
    /** Registers a check that runs before each attempt to send an email of a kind. If it fails, the email is deleted. */
    checkBeforeSending(kind: EmailKind, check: EmailCheck): void;
  }
}

/** Milliseconds between two checks of the outbox. */
const POLL_INTERVAL = 1_000;
/** Milliseconds that shutdown waits for emails being sent. */
const SHUTDOWN_TIMEOUT = 8_000;
/** Emails sent concurrently, so that one slow response does not delay the others. */
const MAX_CONCURRENT = 5;

export const mailPlugin = fastifyPlugin(
  async (app: FastifyInstance, { settings }: { settings: Settings }) => {
    const checks = new Map<string, EmailCheck>();
    app.decorate('checkBeforeSending', (kind: EmailKind, check: EmailCheck) => {
      checks.set(kind, check);
    });
    const outbox = createWorker(app.database.db, createSend(settings), app.log, checks);
    let timer: NodeJS.Timeout | undefined;
    let isStopping = false;
    let polling: Promise<void> = Promise.resolve();

    let hasFailed = false;
    const poll = async () => {
      try {
        await outbox.poll();
        hasFailed = false;
      } catch (error) {
        // Log once, not every second while the database is unreachable.
        if (!hasFailed)
          app.log.warn({ name: (error as Error).name }, 'the outbox could not be read');
        hasFailed = true;
      }
      if (!isStopping) timer = setTimeout(startPoll, POLL_INTERVAL).unref();
    };
    const startPoll = () => {
      polling = poll();
    };

    app.onClockSetBack(correctEmailTimes);
    app.addHook('onReady', async () => {
      if (!settings.SMTP_URL) app.log.info('no SMTP_URL: mails are written to the outbox folder');
      startPoll();
    });
    app.addHook('preClose', async () => {
      isStopping = true;
      clearTimeout(timer);
      await polling;
      await Promise.race([outbox.settled(), delay(SHUTDOWN_TIMEOUT)]);
    });
  },
  { name: 'mail', dependencies: ['clock', 'database'] },
);

const delay = (milliseconds: number) =>
  new Promise<void>((done) => setTimeout(done, milliseconds).unref());

/**
 * Creates the worker that sends emails. Each is claimed, sent to the mail server and deleted from the outbox. If the process
 * ends between the last two steps, or while waiting for the mail server's response, delivery is uncertain: the email is sent
 * again under the same message id. In all other cases it is sent once.
 */
function createWorker(
  db: Database,
  send: Send,
  log: FastifyBaseLogger,
  checks: ReadonlyMap<string, EmailCheck>,
) {
  const sending = new Map<string, Promise<void>>();
  /** Accepted by the mail server but still in the outbox, because the database was unreachable. */
  const accepted = new Set<string>();

  const sendEmail = async (email: ClaimedEmail) => {
    const { id, kind, account_id: account } = email;
    // An email that expired only because no process was running gets one attempt, unless its link has expired.
    const hasExpiredLink = emailOptions(kind).life !== undefined;
    if (email.isExpired && (email.attempts > 0 || hasExpiredLink)) {
      log.error({ mail: id, kind, account }, 'a mail was given up: it could not be sent in time');
    } else if (!accepted.has(id) && ((await checks.get(kind)?.(email)) ?? true)) {
      try {
        await send(email);
      } catch (error) {
        log.warn({ mail: id, kind, ...describeFailure(error) }, 'a mail could not be sent');
        return scheduleRetry(db, id);
      }
      accepted.add(id);
    }
    await deleteEmail(db, id);
    accepted.delete(id);
    return undefined;
  };

  const startSending = (email: ClaimedEmail) => {
    // Still being sent: its claim expired while the database was unreachable.
    if (sending.has(email.id)) return;
    const work = sendEmail(email)
      .catch((error: unknown) => {
        // It is retried once its claim expires.
        log.warn(
          { mail: email.id, name: (error as Error).name },
          'the outbox could not be updated',
        );
      })
      .finally(() => sending.delete(email.id));
    sending.set(email.id, work);
  };

  return {
    /** Starts sending due emails, up to the concurrency limit. */
    async poll(): Promise<void> {
      if (sending.size > 0) await extendClaim(db, [...sending.keys()]);
      if (sending.size >= MAX_CONCURRENT) return;
      for (const email of await claimDueEmails(db, MAX_CONCURRENT - sending.size))
        startSending(email);
    },
    /** Resolves once no email is being sent. */
    async settled(): Promise<void> {
      await Promise.all(sending.values());
    },
  };
}
