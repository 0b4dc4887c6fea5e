/** Warnings that a working server logs at every start. */
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from './db/database';
import { writeMovedMarker } from './db/dataFolder/movedMarker';
import { isGeneratedPasswordInUse } from './features/auth';
import { isLoopback } from './settings/hostNames';
import { findNewsSender, findTellingWord } from './settings/newsSender';
import type { Settings } from './settings/settings';
import { trustsEveryone } from './settings/trustedNetworks';

/** Logs a warning for each setting that is less safe than it could be. */
export function logSettingsWarnings(settings: Settings, log: FastifyBaseLogger): void {
  const { TRUST_PROXY } = settings;
  if (TRUST_PROXY === true || (typeof TRUST_PROXY === 'string' && trustsEveryone(TRUST_PROXY))) {
    log.warn(
      `TRUST_PROXY=${TRUST_PROXY} trusts any X-Forwarded-For: every client can choose the address that rate limits and the audit trail use. Set the number of proxies in front, such as 1, or their addresses.`,
    );
  }
  const { SMTP_URL, PUBLIC_URL, API_URL } = settings;
  const isUnusable =
    isListenAddress(PUBLIC_URL) || (SMTP_URL !== undefined && isLoopbackUrl(PUBLIC_URL));
  if (API_URL === undefined && isUnusable) {
    log.warn(
      `PUBLIC_URL is ${PUBLIC_URL}${settings.GIVEN_URL ? '' : ' by default'}, which no reader of an email or a poster can open. Set it to the address that browsers show, such as https://refer.example.org.`,
    );
  }
  const { TIME_ZONE } = settings;
  if (settings.GIVEN_TIME_ZONE === '' && /^(Etc\/)?(UTC|UCT|GMT|Zulu|Universal)/i.test(TIME_ZONE)) {
    log.warn(
      `TIME_ZONE is not set, and this machine's is ${TIME_ZONE}: days begin and end at midnight there. Set the provider's, such as America/Los_Angeles.`,
    );
  }
  if (API_URL === undefined) logNewsWarnings(settings, log);
  if (settings.SMTP_ALLOW_PLAINTEXT) {
    log.warn(
      'SMTP_ALLOW_PLAINTEXT=true lets mails, with links that open accounts, and the password of SMTP_URL cross the network unencrypted. Remove it as soon as the mail server offers STARTTLS.',
    );
  }
}

/**
 * Warns of what an email about news would tell of the provider, whoever sees it in a mailbox: its sender, and the host of its link.
 */
function logNewsWarnings(settings: Settings, log: FastifyBaseLogger): void {
  const { MAIL_FROM, MAIL_FROM_NOTICE, PUBLIC_URL, BRAND_NAME } = settings;
  const inHost = findTellingWord(new URL(PUBLIC_URL).hostname, BRAND_NAME);
  if (inHost !== undefined) {
    log.warn(
      `PUBLIC_URL has “${inHost}”: each email that there is news has a link with it, so whoever sees the email learns what the provider does. Use a host whose name says nothing of it.`,
    );
  }
  if (!MAIL_FROM_NOTICE) {
    if (findNewsSender(settings)) return;
    log.warn(
      `MAIL_FROM_NOTICE is not set, and the address of MAIL_FROM has “${findTellingWord(MAIL_FROM.address, BRAND_NAME)}”: nobody gets an email that there is news. Set a sender that says neither who the provider is nor what it does.`,
    );
    return;
  }
  const { name, address } = MAIL_FROM_NOTICE;
  const inSender = findTellingWord(`${name} ${address}`, BRAND_NAME);
  if (inSender !== undefined) {
    log.warn(
      `MAIL_FROM_NOTICE has “${inSender}”: whoever sees an email that there is news learns what the provider does. Set a sender that says neither who it is nor what it does.`,
    );
  }
}

/** Whether a URL cannot be opened, because its host is a wildcard address or its port is 0. */
const isListenAddress = (address: string) => {
  const { hostname, port } = new URL(address);
  return ['0.0.0.0', '[::]'].includes(hostname) || port === '0';
};

/** Whether a URL leads each reader to their own machine. */
const isLoopbackUrl = (address: string) => isLoopback(new URL(address).hostname);

/**
 * Logs a warning for each risk in the database and the data folder.
 * @param isNew whether this start created the first super user
 */
export async function logDatabaseWarnings(
  settings: Settings,
  db: Database,
  log: FastifyBaseLogger,
  isNew: boolean,
): Promise<void> {
  // The folder's data was not moved to a PostgreSQL that was empty until this start.
  if (!isNew && tryToMark(settings, log)) {
    log.warn(
      'DATA_DIR holds an embedded database that is no longer used. It is marked, and no command opens it any more. Delete its folder postgres once you have verified the move.',
    );
  }
  if (!isNew && (await isGeneratedPasswordInUse(db))) {
    log.warn(
      'The generated first password of a super user was not replaced yet: log in and replace it under Your Profile.',
    );
  }
}

/** Only logs a failure: it must not stop a server that uses PostgreSQL. */
function tryToMark(settings: Settings, log: FastifyBaseLogger): boolean {
  try {
    return writeMovedMarker(settings);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    log.warn({ code }, 'DATA_DIR holds an embedded database that could not be marked as moved');
    return false;
  }
}
