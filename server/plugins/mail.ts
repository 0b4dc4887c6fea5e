/** Sends what is in the outbox: kept until it was taken over, tried again ever later, given up after its time. */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import {
  type ClaimedEmail,
  claimDueEmails,
  extendClaim,
  scheduleRetry,
  deleteEmail,
} from '../features/mail/repository';
import { createSend, failureOf, type Send } from '../features/mail/transport';
import type { Database } from '../db/openDatabase';
import type { Settings } from '../settings';

/** Milliseconds. */
const LOOK_EVERY = 1_000;
/** How long stopping waits for letters that are being sent. */
const STOP_WAIT = 8_000;
/** Letters sent side by side, so that one slow answer does not hold up the others. */
const AT_ONCE = 5;

export const mailPlugin = fastifyPlugin(
  async (app: FastifyInstance, { settings }: { settings: Settings }) => {
    const outbox = createWorker(app.database.db, createSend(settings), app.log);
    let timer: NodeJS.Timeout | undefined;
    let isStopping = false;
    let looking: Promise<void> = Promise.resolve();

    let isTroubled = false;
    const look = async () => {
      try {
        await outbox.look();
        isTroubled = false;
      } catch (error) {
        // Said once, not every second for as long as the database is away.
        if (!isTroubled)
          app.log.warn({ name: (error as Error).name }, 'the outbox could not be read');
        isTroubled = true;
      }
      if (!isStopping) timer = setTimeout(again, LOOK_EVERY).unref();
    };
    const again = () => {
      looking = look();
    };

    app.addHook('onReady', async () => {
      if (!settings.SMTP_URL) app.log.info('no SMTP_URL: mails are written to the outbox folder');
      again();
    });
    app.addHook('preClose', async () => {
      isStopping = true;
      clearTimeout(timer);
      await looking;
      await Promise.race([outbox.settled(), passing(STOP_WAIT)]);
    });
  },
  { name: 'mail', dependencies: ['database'] },
);

const passing = (milliseconds: number) =>
  new Promise<void>((done) => setTimeout(done, milliseconds).unref());

/**
 * What sends letters. A letter is claimed, handed over, and taken out of the outbox. If the process ends between the last two,
 * or while the mail server is still thinking, nobody can know whether it was sent, and it is sent again, under the same
 * message id; in every other case it is sent once.
 */
function createWorker(db: Database, send: Send, log: FastifyBaseLogger) {
  const inHand = new Map<string, Promise<void>>();
  /** Taken over by the mail server, but still in the outbox: the database did not answer then. */
  const handedOver = new Set<string>();

  const handOver = async (letter: ClaimedEmail) => {
    const { id, kind, account_id: account } = letter;
    // One that waited only because no process ran is tried at least once, unless its link is dead by now.
    if (letter.isExpired && (letter.attempts > 0 || kind === 'resetLink')) {
      log.error({ mail: id, kind, account }, 'a mail was given up: it could not be sent in time');
    } else if (!handedOver.has(id)) {
      try {
        await send(letter);
      } catch (error) {
        log.warn({ mail: id, kind, ...failureOf(error) }, 'a mail could not be sent');
        return scheduleRetry(db, id);
      }
      handedOver.add(id);
    }
    await deleteEmail(db, id);
    handedOver.delete(id);
    return undefined;
  };

  const take = (letter: ClaimedEmail) => {
    // Still being sent, though its claim ran out while the database did not answer.
    if (inHand.has(letter.id)) return;
    const work = handOver(letter)
      .catch((error: unknown) => {
        // Its claim runs out, then it is looked at again.
        log.warn({ mail: letter.id, name: (error as Error).name }, 'the outbox did not answer');
      })
      .finally(() => inHand.delete(letter.id));
    inHand.set(letter.id, work);
  };

  return {
    /** Begins to send what is due, as far as hands are free. */
    async look(): Promise<void> {
      if (inHand.size > 0) await extendClaim(db, [...inHand.keys()]);
      if (inHand.size >= AT_ONCE) return;
      for (const letter of await claimDueEmails(db, AT_ONCE - inHand.size)) take(letter);
    },
    /** Resolves once nothing is being sent any more. */
    async settled(): Promise<void> {
      await Promise.all(inHand.values());
    },
  };
}
