/** Hands a letter over: by SMTP, or, without SMTP_URL, as a file in DATA_DIR/outbox. */
import { mkdir, open, rename } from 'node:fs/promises';
import { isIPv4 } from 'node:net';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Settings } from '../../settings';
import type { ClaimedEmail } from './repository';

/** Resolves once the letter was taken over for good; rejects when it was not, as far as can be known. */
export type Send = (letter: ClaimedEmail) => Promise<void>;

/** Milliseconds. */
const CONNECTION_TIMEOUT = 30_000;
/** After the last line of a letter a server may take this long; who gives up sooner sends it twice (RFC 5321, 4.5.3.2.6). */
const ANSWER_TIMEOUT = 10 * 60_000;

export function createSend(settings: Settings): Send {
  return settings.SMTP_URL ? bySmtp(settings, settings.SMTP_URL) : asFiles(settings);
}

/** Addresses of this machine, as a URL has them. */
const isLoopback = (host: string) =>
  /^(localhost|\[::1\])$/i.test(host) || (isIPv4(host) && host.startsWith('127.'));

/**
 * A connection of its own for each letter: there are few, and none waits behind one that hangs. Letters hold links that open
 * accounts: they leave this machine by TLS alone, to a server whose certificate is valid. The relay on this machine may have
 * none, or the one its package came with.
 */
function bySmtp(settings: Settings, url: string): Send {
  const isLocal = isLoopback(new URL(url).hostname);
  const transport = createTransport({
    url,
    // smtps:// is TLS from its first byte, whatever this says.
    requireTLS: !isLocal && !settings.SMTP_ALLOW_PLAINTEXT,
    tls: { rejectUnauthorized: !isLocal },
    connectionTimeout: CONNECTION_TIMEOUT,
    greetingTimeout: CONNECTION_TIMEOUT,
    socketTimeout: ANSWER_TIMEOUT,
  });
  return async (letter) => {
    await transport.sendMail(messageOf(settings, letter));
  };
}

function asFiles(settings: Settings): Send {
  const folder = join(settings.DATA_DIR, 'outbox');
  const transport = createTransport({ streamTransport: true, buffer: true });
  return async (letter) => {
    const { message } = await transport.sendMail(messageOf(settings, letter));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeWhole(join(folder, `${letter.id}.eml`), message as Buffer);
  };
}

/** Whole or not at all, and on disk before the letter leaves the outbox. */
async function writeWhole(path: string, content: Buffer): Promise<void> {
  const file = await open(`${path}.part`, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.part`, path);
}

/** The message id is the letter's own: a receiver can tell a letter that was sent twice around a crash. */
function messageOf(settings: Settings, letter: ClaimedEmail): SendMailOptions {
  return {
    messageId: `<${letter.id}@${new URL(settings.PUBLIC_URL).hostname}>`,
    date: letter.created_at,
    from: settings.MAIL_FROM,
    // As an object, so that an address is never read as several.
    to: { name: '', address: letter.recipient },
    subject: letter.subject,
    text: letter.body,
    ...(letter.html && { html: letter.html }),
    headers: { 'Auto-Submitted': 'auto-generated' },
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Why a letter was not taken over, as codes and in words of ours: the mail server's own may repeat the address. */
export function failureOf(error: unknown) {
  const { code, originalCode, responseCode } = error as Record<string, unknown>;
  return { code, originalCode, responseCode, cure: cureOf(code, String(originalCode)) };
}

function cureOf(code: unknown, originalCode: string): string | undefined {
  if (code === 'ETLS') {
    return 'the mail server does not take STARTTLS, and no mail is sent unencrypted: have it offer TLS, or use smtps://';
  }
  if (/CERT|ISSUER|SIGNATURE/.test(originalCode)) {
    return 'the certificate of the mail server is not valid: use the name it is for in SMTP_URL, or give its authority in NODE_EXTRA_CA_CERTS';
  }
  return undefined;
}
