/** Sends what is in the outbox: by SMTP, or, without SMTP_URL, as files in DATA_DIR/outbox. Kept until sent; put off when it fails. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { createTransport } from 'nodemailer';
import { claimDueMails, postponeMail, removeMail } from '../features/mail/repository';
import type { Settings } from '../settings';

const LOOK_EVERY = 2_000;
const AT_ONCE = 20;
const SMTP_TIMEOUT = 10_000;

interface Envelope {
  id: string;
  recipient: string;
  subject: string;
  body: string;
}
type Send = (mail: Envelope) => Promise<void>;

export const mailPlugin = fastifyPlugin(
  async (app: FastifyInstance, { settings }: { settings: Settings }) => {
    const send = settings.SMTP_URL ? bySmtp(settings, settings.SMTP_URL) : asFiles(settings);
    let running: Promise<void> = Promise.resolve();

    const deliver = async () => {
      const { db } = app.database;
      for (const mail of await claimDueMails(db, AT_ONCE)) {
        try {
          await send(mail);
          await removeMail(db, mail.id);
        } catch (error) {
          app.log.warn({ mail: mail.id, name: (error as Error).name }, 'a mail could not be sent');
          await postponeMail(db, mail.id);
        }
      }
    };

    const timer = setInterval(() => {
      running = running.then(deliver).catch((error: unknown) => {
        app.log.warn({ name: (error as Error).name }, 'the outbox could not be read');
      });
    }, LOOK_EVERY);
    timer.unref();
    app.addHook('onReady', async () => {
      if (!settings.SMTP_URL) app.log.info('no SMTP_URL: mails are written to the outbox folder');
    });
    app.addHook('preClose', async () => {
      clearInterval(timer);
      await running;
    });
  },
  { name: 'mail', dependencies: ['database'] },
);

function bySmtp(settings: Settings, url: string): Send {
  const transport = createTransport(url, {
    connectionTimeout: SMTP_TIMEOUT,
    greetingTimeout: SMTP_TIMEOUT,
    socketTimeout: SMTP_TIMEOUT,
  } as object);
  return async (mail) => {
    await transport.sendMail(messageOf(settings, mail));
  };
}

function asFiles(settings: Settings): Send {
  const folder = join(settings.DATA_DIR, 'outbox');
  const transport = createTransport({ streamTransport: true, buffer: true });
  return async (mail) => {
    const { message } = await transport.sendMail(messageOf(settings, mail));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(join(folder, `${mail.id}.eml`), message as Buffer, { mode: 0o600 });
  };
}

/** The message id is the letter's: a receiver can tell a letter sent twice around a crash. */
function messageOf(settings: Settings, mail: Envelope) {
  return {
    messageId: `<${mail.id}@${new URL(settings.PUBLIC_URL).hostname}>`,
    from: settings.MAIL_FROM,
    to: mail.recipient,
    subject: mail.subject,
    text: mail.body,
  };
}
