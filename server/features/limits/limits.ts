/** Rate limits per network and per account, and hourly totals that all networks share. */
import type { AnyCallName } from '../../../contract/calls';
import type { Database, Statement } from '../../db/database';
import type { Hmac } from './hmac';
import type { NetworkChain } from '../../http/clientAddress';
import { type ClientWindow, consumeAll, type Window } from './windows';
import { consumeShare, countShare, exceedsShare, isExceeded, type Total } from './sharedTotals';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const LOGIN: readonly Window[] = [{ max: 100, seconds: 15 * MINUTE }];

const REGISTER: readonly Window[] = [
  { max: 6, seconds: MINUTE },
  { max: 30, seconds: DAY },
];

/**
 * The windows of each call, shortest first: a request that one window refuses is not counted in the later ones. `max` is for an
 * IPv4 address or an IPv6 /64; wider networks have more, one address in a /64 less.
 */
export const NETWORK_LIMITS: Readonly<Partial<Record<AnyCallName, readonly Window[]>>> = {
  login: LOGIN,
  lookUp: LOGIN,
  register: REGISTER,
  askNews: REGISTER,
  forgotPassword: [{ max: 10, seconds: HOUR }],
  resetPassword: [{ max: 30, seconds: 15 * MINUTE }],
  changePassword: [{ max: 30, seconds: 15 * MINUTE }],
  confirmNews: [{ max: 30, seconds: 15 * MINUTE }],
  stopNews: [{ max: 30, seconds: 15 * MINUTE }],
  answerConsent: [{ max: 30, seconds: 15 * MINUTE }],
  sendTestEmail: [{ max: 10, seconds: 10 * MINUTE }],
  addGuestReferral: [
    { max: 30, seconds: 10 * MINUTE },
    { max: 200, seconds: DAY },
  ],
};

/** The windows of each call for one account. `max` is multiplied by ACCOUNT_LIMIT_FACTOR. */
export const ACCOUNT_LIMITS: Readonly<Partial<Record<AnyCallName, readonly Window[]>>> = {
  addReferral: [
    { max: 60, seconds: 10 * MINUTE },
    { max: 400, seconds: DAY },
  ],
};

/**
 * The limit of one account's reads in each process: ten times the reads of the busiest task (docs/everyday-tasks.md). Counted
 * in memory, so that a read writes nothing. `max` is multiplied by ACCOUNT_LIMIT_FACTOR.
 */
export const READ_LIMIT: Window = { max: 1_000, seconds: MINUTE };

/**
 * Maximum number of audit entries for refused visitors of one network, and for refusals of one account. Further refusals of an
 * account share one entry: audit entries are never deleted, so anyone could fill the disk with them.
 */
export const AUDITED_REFUSALS: Window = { max: 300, seconds: 10 * MINUTE };

/** Seconds of the longest window of all. */
export const LONGEST_WINDOW = DAY;

/** Hourly total of guest referrals. Referrals from networks that exceed it are held. */
const GUESTS: Total = { name: 'guests', max: 600, seconds: HOUR };
/** Hourly total of emails that visitors cause: about registrations, and to prove the address of a guest. Emails for networks that exceed it are not sent. */
const VISITOR_EMAILS: Total = { name: 'visitorEmails', max: 60, seconds: HOUR };

/** Scales an allowance by a network's share. */
export const allowanceOf = (max: number, share: number): number => Math.ceil(max * share);

interface NetworkKey {
  readonly key: string;
  readonly share: number;
}

/** Length of a narrower network's key, which must be unique only within one widest network. */
const NARROWER_KEY_LENGTH = 8;

/** Computes the HMACs of a chain's networks: the widest in full, the narrower ones truncated. */
export function networkKeys(hmac: Hmac, chain: NetworkChain): [NetworkKey, ...NetworkKey[]] {
  const [{ prefix, share }, ...narrower] = chain;
  return [
    { key: hmac(prefix), share },
    ...narrower.map((network) => ({
      key: hmac(network.prefix).slice(0, NARROWER_KEY_LENGTH),
      share: network.share,
    })),
  ];
}

/**
 * The window of a client's networks.
 * @param label the name of the limit
 */
export function networkWindow(
  hmac: Hmac,
  label: string,
  { max, seconds }: Window,
  chain: NetworkChain,
): ClientWindow {
  const [widest, ...narrower] = networkKeys(hmac, chain);
  return {
    key: hmac(label, String(seconds), widest.key),
    max: allowanceOf(max, widest.share),
    seconds,
    narrower: Object.fromEntries(narrower.map(({ key, share }) => [key, allowanceOf(max, share)])),
  };
}

/** The tries of a look-up for one typed reference, whether there is such a referral or not. */
export const LOOK_UPS: Window = { max: 5, seconds: 15 * MINUTE };

/** Counts a look-up of a reference, and returns whether there were too many. */
export async function exceedsLookUps(
  db: Database,
  hmac: Hmac,
  reference: string,
): Promise<boolean> {
  const window = { ...LOOK_UPS, key: hmac('look-ups', reference), narrower: {} };
  return (await consumeAll(db, [window])) !== null;
}

/** The window of an account. */
export const accountWindow = (
  hmac: Hmac,
  label: string,
  window: Window,
  accountId: string,
): ClientWindow => ({
  ...window,
  key: hmac(label, String(window.seconds), 'account', accountId),
  narrower: {},
});

const shareKey = (hmac: Hmac, { name }: Total, [widest]: NetworkChain) =>
  hmac('share', name, widest.prefix);

/** The key by which `countGuest` counts the referrals of a client's widest network. */
export const guestKey = (hmac: Hmac, chain: NetworkChain): string => shareKey(hmac, GUESTS, chain);

/** A part of a statement that counts a guest's referral, for a common table expression named `share`. */
export const countGuest = (key: Statement, from: Statement): Statement =>
  countShare(GUESTS, key, from);

/** Condition in a statement with `share` (`countGuest`): the guest's network exceeds the hourly total. */
export const EXCEEDS_GUESTS: Statement = exceedsShare(GUESTS);

/** Whether referrals of some guests are being held because their networks exceed the hourly total. */
export const areGuestsHeld = (db: Database): Promise<boolean> => isExceeded(db, GUESTS);

/** Counts an email that a visitor causes, and returns whether the network exceeds the hourly total. */
export const exceedsVisitorEmails = (
  db: Database,
  hmac: Hmac,
  chain: NetworkChain,
): Promise<boolean> => consumeShare(db, VISITOR_EMAILS, shareKey(hmac, VISITOR_EMAILS, chain));

const UNITS = [
  [DAY, 'day'],
  [HOUR, 'hour'],
  [MINUTE, 'minute'],
  [1, 'second'],
] as const;

/** Formats a waiting time for display, rounded up to one unit: '15 minutes'. */
export function formatDuration(seconds: number): string {
  const [size, name] = UNITS.find(([unit]) => seconds >= unit) ?? [1, 'second'];
  const count = Math.ceil(seconds / size);
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
