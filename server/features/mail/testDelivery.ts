/** Sends a test email without the outbox, so that the response can report the result of the mail server. */
import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { EmailTestOutcome } from '../../../contract/staffConstants';
import type { EmailTest } from '../../../contract/entities/setup';
import type { Settings } from '../../settings/settings';
import { renderEmail } from './emailTemplates';
import type { Recipient } from './outbox';
import { createSend, describeFailure, isCertificateError } from './transport';

/** Milliseconds until a test is given up. Less than most proxies wait for a response. */
const TEST_LIMIT = 20_000;

/**
 * Sends a test email with the same transport as all emails, and classifies the mail server's response. A failure is logged like
 * those of the outbox. The mail server's reply is for the caller alone and is not logged, because it may contain addresses.
 * @param limit milliseconds until the test is given up
 */
export async function testDelivery(
  settings: Settings,
  to: Pick<Recipient, 'username' | 'language'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
  limit = TEST_LIMIT,
): Promise<Omit<EmailTest, 'recipient'>> {
  if (!settings.SMTP_URL) return { outcome: 'notConfigured', reply_code: null };
  const { PUBLIC_URL: publicUrl, BRAND_NAME: brandName, BRAND_COLOR: brandColor } = settings;
  const email = {
    ...renderEmail({ kind: 'test' }, to.language, { publicUrl, brandName, brandColor }),
    id: randomUUID(),
    kind: 'test',
    recipient: to.username,
    created_at: new Date(),
  };
  try {
    await createSend(settings)(email, AbortSignal.timeout(limit));
    return { outcome: 'sent', reply_code: null };
  } catch (error) {
    const failure = describeFailure(error);
    log.warn({ kind: 'test', ...failure }, 'a test email could not be sent');
    const reply = readReply(error);
    return {
      outcome: classifyFailure(failure),
      reply_code: readReplyCode(failure.responseCode),
      ...(reply && { reply }),
    };
  }
}

/** Characters of the mail server's reply that are returned. */
const REPLY_MAX = 500;

/** The mail server's reply, in one line. */
const readReply = (error: unknown): string | undefined => {
  const { response } = error as { response?: unknown };
  if (typeof response !== 'string') return undefined;
  return response
    .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
    .trim()
    .slice(0, REPLY_MAX);
};

const readReplyCode = (code: unknown) => (Number.isInteger(code) ? Number(code) : null);

/** The mail server wants a login before it accepts an email (RFC 4954). */
const LOGIN_REQUIRED = 530;

/** Failures of nodemailer, by the code of its error. */
const OUTCOMES: Readonly<Record<string, EmailTestOutcome | undefined>> = {
  EDNS: 'hostUnknown',
  ECONNECTION: 'unreachable',
  ESOCKET: 'unreachable',
  ETIMEDOUT: 'noAnswer',
  EABORT: 'noAnswer',
  ETLS: 'notEncrypted',
  EAUTH: 'wrongLogin',
  EENVELOPE: 'refused',
  EMESSAGE: 'refused',
};

function classifyFailure({
  code,
  originalCode,
  responseCode,
}: ReturnType<typeof describeFailure>): EmailTestOutcome {
  if (isCertificateError(String(originalCode))) return 'certificate';
  if (isEncryptionError(String(originalCode))) return 'notEncrypted';
  if (responseCode === LOGIN_REQUIRED) return 'wrongLogin';
  const outcome = OUTCOMES[String(code)] ?? 'failed';
  // It was reached: it has answered.
  return outcome === 'unreachable' && readReplyCode(responseCode) !== null ? 'refused' : outcome;
}

/** Whether an error of Node.js means that the two sides disagree about TLS, as with smtps:// and the port of smtp://. */
const isEncryptionError = (originalCode: string) =>
  originalCode === 'EPROTO' || originalCode.startsWith('ERR_SSL');
