import { SMTPServer } from 'smtp-server';
import { freePort } from './freePort';

export interface Letter {
  readonly to: string;
  /** The text, decoded. */
  readonly text: string;
}

export interface Mailbox {
  /** What makes a server send its mails here (SMTP_URL). */
  readonly url: string;
  /** Resolves with the next letter to an address, or one that has come already. */
  letterTo(address: string): Promise<Letter>;
  /** Everything received so far. */
  all(): readonly Letter[];
  close(): Promise<void>;
}

/** The token of a reset letter. */
export function resetTokenIn({ text }: Letter): string {
  return /reset_token=([\w-]+)/.exec(text)?.[1] ?? '';
}

/** A mail server that keeps what it gets. */
export async function openMailbox(): Promise<Mailbox> {
  const letters: Letter[] = [];
  const waiting = new Set<() => void>();
  const smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, session, done) {
      let raw = '';
      stream.setEncoding('utf8').on('data', (part: string) => (raw += part));
      stream.on('end', () => {
        letters.push({ to: session.envelope.rcptTo[0]?.address ?? '', text: decode(raw) });
        for (const look of waiting) look();
        done();
      });
    },
  });
  const port = await freePort();
  await new Promise<void>((done) => smtp.listen(port, '127.0.0.1', done));
  return {
    url: `smtp://127.0.0.1:${port}`,
    all: () => letters,
    letterTo: (address) =>
      new Promise((done) => {
        const look = () => {
          const found = letters.findLast((letter) => letter.to === address);
          if (!found) return;
          waiting.delete(look);
          done(found);
        };
        waiting.add(look);
        look();
      }),
    close: () => new Promise((done) => smtp.close(() => done())),
  };
}

/** Undoes the encoding of a mail's text (quoted-printable). */
function decode(raw: string): string {
  const bytes = raw
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_code, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
