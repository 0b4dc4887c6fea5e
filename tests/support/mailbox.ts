/** A real mail server on loopback that keeps what it gets, and can be made to fail or to hesitate. */
import type { Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { freePort } from '../../scripts/freePort';

export interface Letter {
  /** The Message-ID: the same for a letter that comes twice. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  /** The plain text, decoded. */
  readonly text: string;
  readonly html: string;
  /** As it came over the wire. */
  readonly raw: string;
}

/** What it does with a letter: takes it, answers that it cannot now or never will, or keeps the sender waiting. */
export type Manner = 'take' | 'refuseNow' | 'refuseForEver' | 'hold';

export interface Mailbox {
  /** What makes a server send its mails here (SMTP_URL). */
  readonly url: string;
  /** Resolves with the last letter to an address, as soon as there is one; `about` is a part of its subject. */
  letterTo(address: string, about?: string): Promise<Letter>;
  /** Every letter it took, in order. */
  all(): readonly Letter[];
  /**
   * Changes its manner, for everyone or for letters to one address; what it holds follows.
   */
  behave(manner: Manner, address?: string): void;
  /** Resolves once so many letters were presented since it was opened, whatever became of them. */
  presented(count: number): Promise<void>;
  close(): Promise<void>;
}

/** The token of a reset letter. */
export function resetTokenIn({ text }: Letter): string {
  return /reset_token=([\w-]+)/.exec(text)?.[1] ?? '';
}

/**
 * @param port where it listens; any that is free unless given
 * @param offersTls whether it takes STARTTLS, with a certificate that is signed by itself and out of date
 */
export async function openMailbox(port?: number, offersTls = false): Promise<Mailbox> {
  const letters: Letter[] = [];
  const waiting = new Set<() => void>();
  const manners = new Map<string | undefined, Manner>();
  let presented = 0;

  /** Resolves once `look` finds something. */
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
  const tell = () => {
    for (const look of waiting) look();
  };

  const receive = async (stream: Readable, recipient: string, answer: (no?: Error) => void) => {
    const raw = await readText(stream);
    presented += 1;
    tell();
    const manner = await until(() => {
      const now = manners.get(recipient) ?? manners.get(undefined) ?? 'take';
      return now === 'hold' ? undefined : now;
    });
    if (manner === 'refuseNow') return answer(refusal(451, 'Try again later'));
    if (manner === 'refuseForEver') {
      return answer(refusal(550, `No such user: ${recipient}`));
    }
    letters.push(await read(raw, recipient));
    tell();
    return answer();
  };

  const smtp = new SMTPServer({
    disabledCommands: offersTls ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    // Closing does not wait for senders whose letters are held.
    closeTimeout: 100,
    onData(stream, session, done) {
      void receive(stream, session.envelope.rcptTo[0]?.address ?? '', done);
    },
  });
  // A sender that was killed breaks its connection off.
  smtp.on('error', () => undefined);
  const at = port ?? (await freePort());
  await new Promise<void>((done) => smtp.listen(at, '127.0.0.1', done));

  return {
    url: `smtp://127.0.0.1:${at}`,
    all: () => letters,
    letterTo: (address, about = '') =>
      until(() => letters.findLast(({ to, subject }) => to === address && subject.includes(about))),
    behave(manner, address) {
      manners.set(address, manner);
      tell();
    },
    presented: async (count) => {
      await until(() => (presented >= count ? true : undefined));
    },
    close: () => new Promise((done) => smtp.close(() => done())),
  };
}

const refusal = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode });

async function read(raw: string, recipient: string): Promise<Letter> {
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
