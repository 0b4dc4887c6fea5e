/** A real SMTP server on loopback that stores received emails and can fail or stall on demand. */
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface ReceivedEmail {
  /** The Message-ID: the same if an email is delivered twice. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  /** The plain text, decoded. */
  readonly text: string;
  readonly html: string;
  /** The raw message. */
  readonly raw: string;
}

/** How it handles an email: accepts it, refuses it temporarily (451) or permanently (550), or stalls the sender. */
export type MailboxMode = 'take' | 'refuseNow' | 'refuseForEver' | 'hold';

export interface Mailbox {
  /** The SMTP_URL of this server. */
  readonly url: string;
  /** Waits for an email to an address and resolves with the last one. `about` is a part of its subject. */
  waitForEmail(address: string, about?: string): Promise<ReceivedEmail>;
  /** Returns all accepted emails, in order. */
  all(): readonly ReceivedEmail[];
  /** Sets the mode for all emails, or for emails to one address. Stalled emails follow it. */
  setMode(mode: MailboxMode, address?: string): void;
  /** Resolves when this many emails were offered since it was opened, accepted or not. */
  waitForAttempts(count: number): Promise<void>;
  close(): Promise<void>;
}

/** Returns the token of a reset email. */
export function extractResetToken({ text }: ReceivedEmail): string {
  return /reset_token=([\w-]+)/.exec(text)?.[1] ?? '';
}

/**
 * @param port the port to listen on; a free one by default
 * @param offersTls whether it offers STARTTLS, with an expired, self-signed certificate
 * @param password the password that every user needs; without it, anyone may send
 */
export async function openMailbox(
  port = 0,
  offersTls = false,
  password?: string,
): Promise<Mailbox> {
  const emails: ReceivedEmail[] = [];
  const waiting = new Set<() => void>();
  const modes = new Map<string | undefined, MailboxMode>();
  let offered = 0;

  /** Resolves when `look` returns a value. */
  const until = <Found>(look: () => Found | undefined) =>
    new Promise<Found>((done) => {
      const again = () => {
        const found = look();
        if (found === undefined) return;
        waiting.delete(again);
        done(found);
      };
      waiting.add(again);
      again();
    });
  const notify = () => {
    for (const look of waiting) look();
  };

  const receive = async (stream: Readable, recipient: string, respond: (error?: Error) => void) => {
    const raw = await readText(stream);
    offered += 1;
    notify();
    const mode = await until(() => {
      const current = modes.get(recipient) ?? modes.get(undefined) ?? 'take';
      return current === 'hold' ? undefined : current;
    });
    if (mode === 'refuseNow') return respond(refusal(451, 'Try again later'));
    if (mode === 'refuseForEver') {
      return respond(refusal(550, `No such user: ${recipient}`));
    }
    emails.push(await read(raw, recipient));
    notify();
    return respond();
  };

  const smtp = new SMTPServer({
    disabledCommands: [
      ...(password === undefined ? ['AUTH'] : []),
      ...(offersTls ? [] : ['STARTTLS']),
    ],
    allowInsecureAuth: true,
    onAuth: (given, _session, done) =>
      given.password === password
        ? done(null, { user: given.username })
        : done(refusal(535, `No such user: ${given.username}`)),
    // Closing does not wait for stalled senders.
    closeTimeout: 100,
    onData(stream, session, done) {
      void receive(stream, session.envelope.rcptTo[0]?.address ?? '', done);
    },
  });
  // A killed sender breaks its connection.
  smtp.on('error', () => undefined);
  await new Promise<void>((done) => smtp.listen(port, '127.0.0.1', done));
  const { port: at } = smtp.server.address() as AddressInfo;

  return {
    url: `smtp://127.0.0.1:${at}`,
    all: () => emails,
    waitForEmail: (address, about = '') =>
      until(() => emails.findLast(({ to, subject }) => to === address && subject.includes(about))),
    setMode(mode, address) {
      modes.set(address, mode);
      notify();
    },
    waitForAttempts: async (count) => {
      await until(() => (offered >= count ? true : undefined));
    },
    close: () => new Promise((done) => smtp.close(() => done())),
  };
}

const refusal = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode });

async function read(raw: string, recipient: string): Promise<ReceivedEmail> {
  const mail = await PostalMime.parse(raw);
  return {
    id: mail.messageId ?? '',
    from: mail.from?.name ? `${mail.from.name} <${mail.from.address}>` : (mail.from?.address ?? ''),
    to: recipient,
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    raw,
  };
}
