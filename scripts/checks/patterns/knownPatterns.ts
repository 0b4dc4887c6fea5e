/**
 * Every pattern of server/ and contract/, by file. A pattern for untrusted input has its worst-case inputs; a pattern whose
 * input is trusted or short has the reason why it is.
 */
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { asciiDigits } from '../../../contract/digits';
import { normalizeLine } from '../../../contract/entities/normalizeText';
import { phoneHref } from '../../../contract/phoneHref';
import { createMatcher } from '../../../contract/textMatching';
import { getNetworkChain } from '../../../server/http/clientAddress';
import { readQuickSearch } from '../../../server/features/referrals/list/searchText';
import { pageLanguage } from '../../../server/features/pages';

/** Creates an input of about the given length in characters. */
export type WorstInput = (length: number) => string;

/** By file: the trusted input of all its patterns. */
export const TRUSTED_INPUT: Readonly<Record<string, string>> = {
  'contract/calendar.ts': 'a setting',
  'contract/entities/site.ts': 'a time of the database, in a response',
  'server/startWarnings.ts': 'a setting',
  'contract/brandColor.ts': 'a setting',
  'contract/settingLimits.ts': 'addresses among the settings',
  'server/settings/settings.ts': 'settings',
  'server/settings/hostNames.ts': 'settings',
  'server/settings/settingNames.ts': 'names of settings',
  'server/settings/settingValues.ts': 'settings',
  'server/settings/environmentFile.ts': "the operator's settings file",
  'server/settings/weakSecret.ts': 'a setting',
  'server/settings/newsSender.ts': 'settings',
  'server/settings/databaseUrl.ts': 'a setting',
  'server/db/dataFolder/movedMarker.ts': 'a file of our own',
  'server/seed/seedGuard.ts': 'what a seed has made',
  'server/failures/databaseFailures.ts': 'errors of the database, at the start',
  'server/failures/explainFailure.ts': 'errors, at the start',
  'server/features/mail/emailTemplates.ts': 'our own texts',
  'server/features/mail/transport.ts': 'a setting, and codes of errors',
  'server/features/mail/testDelivery.ts': 'what the mail server of a setting says',
  'server/http/headers.ts': 'a setting',
  'server/languages.ts': 'names of our own files',
  'server/db/server/pool.ts': 'our own statements',
  'server/db/embedded/embeddedPool.ts': 'our own statements',
  'server/db/schema.ts': 'names of our own calls',
  'server/db/migrations/0023_audit_filters.sql': 'names of our own calls',
  'server/db/sqlState.ts': 'codes of errors',
  'server/http/errors.ts': 'codes of errors',
  'server/http/streamFile.ts': 'names of our own files',
  'server/db/backup/format.ts': 'an archive the operator chose',
  'server/db/backup/tables.ts': 'our own migrations',
  'server/db/backup/target.ts': 'our own migrations',
  'server/features/audit/verify.ts': "the operator's command line",
  'server/features/pages/composePage.ts': 'the built page, settings, and names of sites',
};

const SEARCHED_PHONE = 'a search text of at most 100 characters';
const EMAIL = 'at most 254 characters before it, also at the sign-in';

/** Patterns that take more than linear time, and the schema or rule that limits their input. */
export const BOUNDED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'contract/entities/account.ts': { "value.normalize('NFC')": 'at most 256 characters before it' },
  'contract/entities/name.ts': {
    "normalizeLine(typed).normalize('NFC')": 'at most 200 characters before it',
  },
  'contract/entities/text.ts': {
    [String.raw`/[>.\s]+$/`]: EMAIL,
    "address.normalize('NFC')": EMAIL,
  },
  'contract/phoneHref.ts': {
    // Quadratic with an opening parenthesis before blanks, and with letters.
    [String.raw`/\((\s*\+?\s*\d{1,5}\s*)\)/g`]: SEARCHED_PHONE,
    [String.raw`/([a-z]{3,})\s*\(([\d-]+)\)/gi`]: SEARCHED_PHONE,
  },
  'contract/textMatching.ts': {
    "rewrite(text, SIGN_OF).normalize('NFKD')":
      'names and filters, at most 355 characters together',
  },
  'server/features/auth/passwords.ts': {
    "password.normalize('NFC')": 'at most 256 characters',
  },
  'server/features/auth/passwordRoutes.ts': {
    "body.current_password.normalize('NFC')": 'at most 256 characters',
  },
  'server/db/migrations/0008_scale.sql': {
    regexp_replace: 'names and filters, at most 355 characters together',
    'normalize(value, NFD)': 'names and filters, at most 355 characters together',
  },
  'server/db/migrations/0020_typed_names.sql': {
    regexp_replace: 'names, at most 355 characters together',
  },
  'server/features/referrals/list/filed.ts': {
    regexp_replace: 'a phone number, at most 40 characters',
  },
};

const repeat =
  (pump: string, before = '', after = ''): WorstInput =>
  (length) =>
    before + pump.repeat(Math.ceil(length / pump.length)) + after;

/** By file and spelling: patterns for untrusted input, and their worst inputs. */
export const UNTRUSTED_INPUT: Readonly<
  Record<string, Readonly<Record<string, readonly WorstInput[]>>>
> = {
  'contract/age.ts': {
    [String.raw`/^\d{4}-\d{2}-\d{2}$/`]: [repeat('1'), repeat('1', '2026-11-')],
  },
  'contract/calls/call.ts': {
    '/^[!-~]+$/': [repeat('a', '', ' ')],
    [String.raw`/^"\d{1,9}"$/`]: [repeat('1', '"')],
  },
  'contract/consent.ts': {
    [String.raw`/[;&/+]|\sand\s/i`]: [repeat(' '), repeat(' an')],
  },
  'contract/digits.ts': {
    [String.raw`/[\u3000\uff01-\uff5e]/g`]: [repeat('１'), repeat('a')],
    // One character of the pattern above.
    "character.normalize('NFKC')": [],
    [String.raw`/(?![0-9])\p{Nd}/gu`]: [repeat('1'), repeat('٣')],
    [String.raw`/\p{Nd}/u`]: [repeat('a')],
  },
  'contract/entities/audit.ts': {
    'z.iso.datetime({ offset: true })': [repeat('0', '2026-11-23T10:00:00.'), repeat('2026-')],
  },
  'contract/entities/bulk.ts': {
    'z.iso.date()': [repeat('1', '2026-11-'), repeat('2026-')],
  },
  'contract/entities/consent.ts': {
    'z.iso.date()': [repeat('1', '2026-11-'), repeat('2026-')],
  },
  'contract/entities/contact.ts': {
    'z.iso.datetime({ offset: true })': [repeat('0', '2026-11-23T10:00:00.'), repeat('2026-')],
    'z.iso.date()': [repeat('1', '2026-11-'), repeat('2026-')],
    'z.iso.time({ precision: -1 })': [repeat('1', '10:'), repeat('10:')],
  },
  'contract/entities/worklist.ts': {
    'z.iso.datetime({ offset: true })': [repeat('0', '2026-11-23T10:00:00.'), repeat('2026-')],
  },
  'contract/entities/receipt.ts': {
    [String.raw`/^\d{4}$/`]: [repeat('1'), repeat('1', '', 'a')],
  },
  'contract/entities/referral.ts': {
    [String.raw`/^\d{4}-\d{2}-\d{2}(T[\d:.]{1,20}(Z|[+-]\d{2}:?\d{2})?)?$/`]: [
      repeat('1', '2026-11-23T'),
    ],
    'z.iso.date()': [repeat('1', '2026-11-'), repeat('2026-')],
  },
  'contract/entities/normalizeText.ts': {
    [String.raw`/(?!\p{Join_Control}|[\u180b-\u180f]|[\u{e0100}-\u{e01ef}])[\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\ufff9-\ufffc\u2800]/gu`]:
      [repeat('a'), repeat('\u200b'), repeat('\u200c')],
    [String.raw`/\r\n|[\n\v\f\r\u0085\p{Zl}\p{Zp}]/gu`]: [
      repeat('a'),
      repeat('\r'),
      repeat('\u2028'),
    ],
    [String.raw`/[^\P{Cc}\n\t]|\p{Cs}/gu`]: [repeat('a'), repeat('\0'), repeat('\ud83d')],
    [String.raw`/[\n\t]/g`]: [repeat('a'), repeat('\n')],
    [String.raw`/(?<!\p{sc=Han})[\u{e0100}-\u{e01ef}]|(?<!(?=\p{L})\p{sc=Mong}[\u180b-\u180f]?)[\u180b-\u180f]/gu`]:
      [
        repeat('\u845b'),
        repeat('\u845b\u{e0100}'),
        repeat('\u{e0100}'),
        repeat('\u1820\u180b'),
        repeat('\u180b', '\u1820'),
      ],
    // Composed of strings: its time is measured with the function below.
    "new RegExp(JOINER_RUNS, 'gu')": [],
  },
  'contract/entities/name.ts': {
    [String.raw`/\p{Zs}+/gu`]: [repeat(' '), repeat(' ', 'a', 'a'), repeat('a')],
  },
  'contract/fieldRules.ts': {
    [String.raw`/[^\s\p{M}\p{Z}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\ufffc\p{Cc}\p{Cs}]/u`]:
      [repeat(' '), repeat('\u0301')],
    [String.raw`/\D/g`]: [repeat('a'), repeat('1a')],
  },
  'contract/phoneHref.ts': {
    // Composed: their time is measured with the function below.
    "new RegExp(NUMBER_RUNS, 'gu')": [],
    "new RegExp(EXTENSION_AFTER, 'iu')": [],
    "new RegExp(String.raw`(?:^|\\P{L})(?:${LABELS})[\\s.:=#]*$|[*#]$`, 'iu')": [],
    "new RegExp(String.raw`^${BETWEEN}*\\p{L}`, 'u')": [],
    [String.raw`/((?:\+|\b00|\b011)[\s.-]*(?!39)\d{1,3}[\s.)-]*)\(0\)/`]: [
      repeat('+3 '),
      repeat('00 '),
      repeat(' ', '+'),
      repeat(' ', '+3'),
    ],
    [String.raw`/\p{Bidi_Control}/u`]: [repeat('a')],
    [String.raw`/\D/g`]: [repeat('a'), repeat('1a')],
    [String.raw`/^(?:\+|00|011)/`]: [repeat('0')],
    [String.raw`/\p{L}/u`]: [repeat('1')],
    [String.raw`/^1\d{10}$/`]: [repeat('1')],
  },
  'contract/textMatching.ts': {
    // Composed, too: a class of characters.
    "new RegExp(`[${MARKS}${INVISIBLE}]`, 'gu')": [],
    '/^[ -_a-~]*$/': [repeat('a', '', 'é')],
    [String.raw`/\s+/g`]: [repeat(' ', 'a', 'a'), repeat('a ')],
    [`/['".-]/g`]: [repeat('.'), repeat('a')],
    '/ +/g': [repeat(' ', 'a', 'a'), repeat('a ')],
    [String.raw`/[\s,;:"()[\]{}<>/&+|*=!?¡¿…]+/u`]: [repeat(','), repeat('a,')],
    [String.raw`/[\\^$*+?.()|[\]{}]/g`]: [repeat('('), repeat('a')],
    "/['.-]+/": [repeat('-'), repeat('a-')],
    // Composed: its time is measured with the function below.
    "new RegExp(spellingPattern, 'u')": [],
  },
  'contract/entities/text.ts': {
    [String.raw`/\p{Cc}|\p{Cs}/u`]: [repeat('a')],
    [String.raw`/^(?:mailto:|[<\s])+/i`]: [
      repeat('mailto:'),
      repeat('<'),
      repeat('<', '', 'mailto'),
    ],
    'z.email()': [
      repeat('a'),
      repeat('a.'),
      repeat('a.', 'a@'),
      repeat('a-', 'a@'),
      repeat('a', 'a@a.', '1'),
      repeat('@a'),
    ],
  },
  'server/db/textKeys.ts': {
    [String.raw`/[\\%_]/g`]: [repeat('%'), repeat('a')],
  },
  'server/features/auth/passwords.ts': {
    [String.raw`/[\s@._-]+/`]: [repeat('a'), repeat('.', 'a', 'a')],
  },
  'server/features/auth/deviceCookie.ts': {
    // A string that separates entries, mistaken for an SQL operator.
    "~'": [],
    [String.raw`/^([\w-]{22})\.([\w-]{43})$/`]: [repeat('a'), repeat('a.')],
  },
  'server/features/access/tokens.ts': {
    [String.raw`/^v1\.([\w-]{1,64})\.(\d{1,9})\.([\w-]{43})$/`]: [
      repeat('a', 'v1.'),
      repeat('v1.'),
    ],
  },
  'server/http/clientAddress.ts': {
    [String.raw`/^(?:\[([^\]]+)\]|([\d.]+)):\d{1,5}$/`]: [
      repeat('a', '['),
      repeat('['),
      repeat('1.'),
      repeat('1', '', ':'),
    ],
  },
  'server/escapeHtml.ts': {
    [String.raw`/[&<>"']/g`]: [repeat('&'), repeat('a')],
  },
  'server/features/pages/pageLanguage.ts': {
    [String.raw`/(?:^|; )lang=(\w+)/`]: [repeat('; lang='), repeat('; '), repeat('a', 'lang=')],
  },
  'server/features/referrals/base32.ts': {
    [String.raw`/[\s\p{Pd}_.]/gu`]: [repeat('a'), repeat('-')],
    [String.raw`/[IL]/g`]: [repeat('a'), repeat('I')],
    [String.raw`/^R(?=.{8})/`]: [repeat('R'), repeat('a')],
  },
  'server/features/referrals/list/birthDates.ts': {
    // Composed: their time is measured with the function below.
    "new RegExp(String.raw`(?<![\\p{L}\\p{N}./-])${parts.join('')}(?![\\p{L}\\p{N}/-]|\\.\\d)`, 'u')":
      [],
    "new RegExp(String.raw`(?<!\\p{L})(?:${LABEL})[^\\p{L}\\p{N}]*$`, 'u')": [],
    "new RegExp(String.raw`^[^\\p{L}\\p{N}]*(?:${LABEL})(?!\\p{L})`, 'u')": [],
    [String.raw`/\d/`]: [repeat('a')],
    [String.raw`/\p{L}/u`]: [repeat('1')],
  },
  'server/features/referrals/list/similar.ts': {
    [String.raw`/[\p{L}\p{M}\p{N}]+/gu`]: [repeat('a'), repeat('a-')],
  },
  'server/features/referrals/list/searchText.ts': {
    [String.raw`/^tel:([+\d]+)/`]: [repeat('1', 'tel:')],
    [String.raw`/(?<![\p{L}\p{N}])r[ .-]*([0-9a-tv-z]{4})[ .-]*([0-9a-tv-z]{4})(?!-?[\p{L}\p{N}])/u`]:
      [repeat('.', 'r'), repeat('r.'), repeat('.', 'rabcd'), repeat('a', 'r')],
    [String.raw`/\.$/`]: [repeat('.', '', 'a')],
    [String.raw`/[\s#-]/g`]: [repeat(' '), repeat('a-')],
    [String.raw`/^[\d\s().+/-]*$/`]: [repeat('1', '', 'a'), repeat('( ', '', 'a')],
    '/^R?[0-9A-HJKMNP-TV-Z]{1,8}$/': [repeat('0')],
    '/^#? ?r-/': [repeat('# ')],
    [String.raw`/\d/`]: [repeat('a')],
  },
  'server/http/origins.ts': {
    [String.raw`/^(https?:\/\/)[^/]+$/`]: [repeat('a', 'https://', '/'), repeat('https://')],
  },
  'server/features/access/authentication.ts': {
    [String.raw`/^Bearer +([\w.~+/=-]{1,4096})$/i`]: [
      repeat(' ', 'Bearer '),
      repeat('a', 'Bearer '),
    ],
  },
  'server/features/pages/plugin.ts': {
    [String.raw`/\/$/`]: [repeat('/', '', 'a')],
    [String.raw`/\bbr\b/`]: [repeat('br'), repeat('b ')],
    [String.raw`/\bgzip\b/`]: [repeat('gzip'), repeat('gzi ')],
    [String.raw`/^\/api(\/|$)/`]: [repeat('/api', '/api'), repeat('/')],
  },
};

/** Spelling of a zod format → its schema. */
export const ZOD_SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  'z.email()': z.email(),
  'z.iso.date()': z.iso.date(),
  'z.iso.time({ precision: -1 })': z.iso.time({ precision: -1 }),
  'z.iso.datetime({ offset: true })': z.iso.datetime({ offset: true }),
};

/** Functions that read untrusted input without a pattern, or with several. */
export const FUNCTIONS: Readonly<
  Record<string, { readonly worst: readonly WorstInput[]; readonly run: (text: string) => unknown }>
> = {
  'normalizeLine()': {
    worst: [
      repeat('a'),
      repeat('\u200c'),
      repeat('\u200d', '\u0627', '\u0627'),
      repeat('\u0627\u200c'),
      repeat('\u064b', '\u0627', '\u200c'),
      repeat('\u0301', '\u200c'),
      repeat('\u0301\u200c'),
      repeat('\u0301', '\u0d4d', '\u200d'),
    ],
    run: normalizeLine,
  },
  'phoneHref()': {
    worst: [
      repeat('3'),
      repeat('3 '),
      repeat('3/'),
      repeat('a3'),
      repeat('(3)'),
      repeat('+3 '),
      repeat('+'),
      repeat('+ '),
      repeat('aaa (3) '),
      repeat('3-', 'aaa('),
      repeat(' ', '3', 'a'),
      repeat('=', '3 x', 'a'),
      repeat('ext.', '3'),
    ],
    run: phoneHref,
  },
  'createMatcher()': {
    worst: [repeat('a'), repeat('a-'), repeat('-a'), repeat('é'), repeat('ß '), repeat("'")],
    run: (text) => createMatcher(text)(`${text}b`),
  },
  'readQuickSearch()': {
    worst: [
      repeat('3'),
      repeat('3/'),
      repeat('3 '),
      repeat('3/5/'),
      repeat('march 5 '),
      repeat('5 de '),
      repeat('dob'),
      repeat('r-'),
    ],
    run: readQuickSearch,
  },
  'asciiDigits()': {
    // The last of 50 digits that Unicode lists one after another.
    worst: [repeat('\u{1d7ff}'), repeat('٣')],
    run: asciiDigits,
  },
  'getNetworkChain()': {
    worst: [repeat(','), repeat('1.'), repeat(':'), repeat('f', '::ffff:'), repeat('%')],
    run: (ip) => getNetworkChain({ ip, socket: { remoteAddress: ip } as FastifyRequest['socket'] }),
  },
  'pageLanguage()': {
    worst: [repeat(','), repeat('es;q=0.1,'), repeat(';q='), repeat('-')],
    run: (text) =>
      pageLanguage({
        url: `/?lang=${text}`,
        headers: { cookie: text, 'accept-language': text },
      } as FastifyRequest),
  },
};
