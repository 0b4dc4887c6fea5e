/** Delivers emails by SMTP or, without SMTP_URL, as files in DATA_DIR/outbox. */
import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { isDomain, isLoopback } from '../../settings/hostNames';
import { findNewsSender } from '../../settings/newsSender';
import type { Settings } from '../../settings/settings';
import { emailOptions } from './emailKinds';
import type { ClaimedEmail } from './queuedEmails';

/** An email as it is sent. */
export type OutgoingEmail = Pick<
  ClaimedEmail,
  'id' | 'kind' | 'recipient' | 'subject' | 'body' | 'html' | 'created_at'
>;

/**
 * Resolves once the email is delivered durably. Rejects when the delivery failed or its outcome is unknown.
 * @param signal gives the delivery up
 */
export type Send = (email: OutgoingEmail, signal?: AbortSignal) => Promise<void>;

/** Milliseconds. */
const CONNECTION_TIMEOUT = 30_000;
/**
 * A server may take this long to respond to the end of the data. A shorter timeout would send emails twice (RFC 5321,
 * 4.5.3.2.6).
 */
const RESPONSE_TIMEOUT = 10 * 60_000;

export function createSend(settings: Settings): Send {
  return settings.SMTP_URL
    ? createSmtpSender(settings, settings.SMTP_URL)
    : createFileSender(settings);
}

/**
 * Sends each email over its own connection: volume is low, and a hanging connection blocks no other email. Emails contain links
 * that open accounts, so they leave this machine only over TLS, to a server with a valid certificate. A relay on this machine
 * may have no certificate, or only its package's default one.
 */
function createSmtpSender(settings: Settings, url: string): Send {
  const isLocal = isLoopback(new URL(url).hostname);
  const { hostname } = new URL(settings.PUBLIC_URL);
  const transport = createTransport({
    url,
    // The name in EHLO: relays refuse [127.0.0.1], which nodemailer says for a machine whose own name has no domain.
    ...(isDomain(hostname) && { name: hostname }),
    // Applies to smtp:// only: smtps:// always uses TLS.
    requireTLS: !isLocal && !settings.SMTP_ALLOW_PLAINTEXT,
    tls: { rejectUnauthorized: !isLocal },
    connectionTimeout: CONNECTION_TIMEOUT,
    greetingTimeout: CONNECTION_TIMEOUT,
    socketTimeout: RESPONSE_TIMEOUT,
  });
  return async (email, signal) => {
    await transport.sendMail({ ...buildMessage(settings, email), signal });
  };
}

function createFileSender(settings: Settings): Send {
  const folder = join(settings.DATA_DIR, 'outbox');
  const transport = createTransport({ streamTransport: true, buffer: true });
  return async (email) => {
    const { message } = await transport.sendMail(buildMessage(settings, email));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeAtomically(join(folder, `${email.id}.eml`), message as Buffer);
  };
}

/** Writes a file atomically, and syncs its content to disk before the email is deleted from the outbox. */
async function writeAtomically(path: string, content: Buffer): Promise<void> {
  const file = await open(`${path}.part`, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.part`, path);
}

/**
 * The message id is derived from the email's id, so that a receiver can recognize an email that was sent twice after a crash.
 */
function buildMessage(settings: Settings, email: OutgoingEmail): SendMailOptions {
  return {
    messageId: `<${email.id}@${new URL(settings.PUBLIC_URL).hostname}>`,
    date: email.created_at,
    from: senderOf(settings, email.kind),
    // As an object, so that nodemailer does not parse the address as a list.
    to: { name: '', address: email.recipient },
    subject: email.subject,
    text: email.body,
    ...(email.html && { html: email.html }),
    headers: { 'Auto-Submitted': 'auto-generated' },
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** @throws Error for a neutral email, if no sender is */
function senderOf(settings: Settings, kind: string): Settings['MAIL_FROM'] {
  const sender = emailOptions(kind).isNeutral ? findNewsSender(settings) : settings.MAIL_FROM;
  if (!sender) throw new Error('There is no neutral sender');
  return sender;
}

/** Describes a failed delivery by error codes and our own texts, because the server's message may contain the email address. */
export function describeFailure(error: unknown) {
  const { code, originalCode, responseCode } = error as Record<string, unknown>;
  return { code, originalCode, responseCode, cure: findCure(code, String(originalCode)) };
}

function findCure(code: unknown, originalCode: string): string | undefined {
  if (code === 'ETLS') {
    return 'the mail server does not support STARTTLS, and mail is not sent unencrypted: enable TLS on it, or use smtps://';
  }
  if (isCertificateError(originalCode)) {
    return 'the certificate of the mail server is not valid: use the host name it was issued for in SMTP_URL, or set NODE_EXTRA_CA_CERTS to the file of its CA';
  }
  return undefined;
}

/** Whether a TLS error of Node.js is about the mail server's certificate. */
export const isCertificateError = (originalCode: string) =>
  /CERT|ISSUER|SIGNATURE/.test(originalCode);
