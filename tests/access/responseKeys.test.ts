/** The keys that the response of each call may contain, written by hand: no other key may leave the server. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnyCallName, allCalls } from '../../contract/calls';
import { REFERRAL_STATUSES } from '../../contract/staffConstants';
import { report } from '../support/report';
import { startTestServer, type TestServer } from '../support/testServer';
import { SUPERUSER } from '../support/superuser';
import { createFixtures, referralBody, signIn, type Fixtures } from '../support/fixtures';
import { bearerFor, inputFor, createHeldReferral, OWN_CALLS } from './callInputs';

let server: TestServer;
let fixtures: Fixtures;
let keysSeen = 0;

beforeAll(async () => {
  server = await startTestServer();
  fixtures = await createFixtures(server);
  // Every list gets an entry, with every optional field set.
  const probation = {
    mediCal: 'M-1',
    mediCal_county: fixtures.county,
    probation_name: 'Olive Officer',
    probation_phone: '555 010 2040',
    probation_email: 'officer@example.org',
  };
  const reach = {
    preferred_language: 'es',
    may_voicemail: true,
    may_text: false,
    reach_note: 'After 3 PM.',
  } as const;
  const filled = { ...probation, ...reach, notes: 'A note.' };
  const body = referralBody(fixtures.sites.probation, filled);
  const added = await server.callOk('addReferral', { body }, fixtures.bearer('manager'));
  const assignment = { user_id: fixtures.people.manager.id, referral_id: added._id };
  await server.callOk('assignReferral', { body: assignment }, fixtures.bearer('superuser'));
  const ownership = { id: added._id, owner: fixtures.people.superuser.id };
  await server.callOk('assignOwner', { body: ownership }, fixtures.bearer('superuser'));
  await inputFor('approveAccount', fixtures);
  await createHeldReferral(fixtures);
});
afterAll(async () => {
  await server.close();
  report('response keys checked', keysSeen);
});

const DONE = ['detail'];
const PAGE = ['items', 'page', 'pages', 'size', 'total'];
const SUBJECT = ['approved', 'fullname', 'id', 'role', 'username'];
const REFERRAL = [
  ...'_id contact_number dob entry_date first_name has_account last_name'.split(' '),
  ...'note_count notes sex site label value status substance tracking_id version'.split(' '),
  ...'user_info fullname username owner id left'.split(' '),
  ...'mediCal mediCal_county probation_email probation_name probation_phone'.split(' '),
  ...'contact attempts at channel whom outcome follow_up on by'.split(' '),
  ...'reopened_at is_from_before response_days is_ours'.split(' '),
  ...'preferred_language may_voicemail may_text reach_note'.split(' '),
  ...'end_reason end_note'.split(' '),
];
const FILED = [
  ...'_id contact_number dob entry_date first_name last_name'.split(' '),
  ...'sex site label value status substance tracking_id answer'.split(' '),
  ...'consent person_name level signed_on last_day'.split(' '),
];
const SAID = 'told recipient address sentence purpose channel by first_at last_at times'.split(' ');
const ACCOUNT = [
  ...'_id approved created_referrals_only fullname role schools username version'.split(' '),
  ...'id name site state email_proof'.split(' '),
];

const ALLOWED: Record<AnyCallName, readonly string[]> = {
  refresh: ['access_token', 'refresh_token'],
  login: ['access_token', 'refresh_token', 'token_type', 'user', ...SUBJECT],
  register: DONE,
  registerSuperuser: DONE,
  registerReferral: DONE,
  forgotPassword: DONE,
  checkResetToken: DONE,
  resetPassword: [...DONE, 'approved'],
  listSites: ['_id', 'name', 'version'],
  addSite: ['_id', 'name', 'version'],
  updateSite: ['_id', 'name', 'version'],
  deleteSite: DONE,
  listRestorableSites: [
    '_id',
    'name',
    'version',
    'deletion_date',
    'accounts',
    'fullname',
    'username',
  ],
  restoreSite: ['_id', 'name', 'version'],
  listDeletedSites: ['_id', 'name'],
  listSiteCounts: ['_id', 'referrals', 'managers'],
  listCounties: ['id', 'name'],
  addReferral: ['_id', 'tracking_id'],
  addGuestReferral: ['code', 'detail', 'tracking_id'],
  renewReceipt: ['code', 'tracking_id'],
  lookUp: ['consent', 'result', 'sentence'],
  setNewsMail: DONE,
  askNews: ['mailed'],
  confirmNews: DONE,
  stopNews: DONE,
  listReferrals: [...PAGE, ...REFERRAL],
  filterReferrals: [...PAGE, ...REFERRAL],
  countReferrals: ['count'],
  updateReferral: DONE,
  assignReferral: DONE,
  deleteReferral: DONE,
  listManagers: ['_id', 'fullname', 'username'],
  listPendingAccounts: [...PAGE, ...ACCOUNT],
  approveAccount: DONE,
  listAccounts: [...PAGE, ...ACCOUNT],
  searchAccounts: ACCOUNT,
  updateAccount: DONE,
  deactivateAccount: DONE,
  reactivateAccount: DONE,
  meta: ['features', 'name', 'version'],
  health: ['status'],
  live: ['status'],
  logout: DONE,
  changePassword: ['access_token', 'refresh_token'],
  listNotices: ['code'],
  getReferral: REFERRAL,
  listWorklist: [
    ...PAGE,
    ...REFERRAL,
    ...'counts all statuses mine nobody next'.split(' '),
    ...REFERRAL_STATUSES,
  ],
  listDuplicates: ['_id', 'duplicates', 'more', 'same'],
  getDuplicates: [...REFERRAL, 'duplicates', 'more', 'referral', 'same'],
  getAccount: ACCOUNT,
  listHeld: [...PAGE, ...REFERRAL, 'hold_reason'],
  countHeld: ['count'],
  countHeldMatches: ['count'],
  listSimilarNames: ['_id', 'first_name', 'last_name'],
  releaseReferral: DONE,
  listDeleted: [
    ...PAGE,
    ...REFERRAL,
    ...'days deletion_date deleted_by delete_reason delete_note hold_reason'.split(' '),
  ],
  countDeleted: ['count', 'days'],
  putBackReferral: DONE,
  getHistory: [
    ...'events id at kind actor fullname username changes field from to text'.split(' '),
    ...'reads opened latest action'.split(' '),
    ...'attempt channel whom outcome saved_at follow_up struck reason'.split(' '),
  ],
  addNote: DONE,
  addContactAttempt: [
    ...'attempt id at channel whom outcome undo_until follow_up on replaced'.split(' '),
    ...'others actor fullname username'.split(' '),
  ],
  strikeContactAttempt: DONE,
  addParentNotContacted: DONE,
  setFollowUp: ['previous', 'on', 'at'],
  getConsents: [
    ...'consents id recipient kind name account address language level purpose may_revoke_from'.split(
      ' ',
    ),
    ...'asked at by signed person_name how signer signer_name on place witness typed_name drawing'.split(
      ' ',
    ),
    ...'state lacks last_day ends_after_closing by_phone_only suspensions ended ending note'.split(
      ' ',
    ),
    ...'askers is_filer sentence consent filer fullname told_level others tracking_id'.split(' '),
    ...SAID,
  ],
  askConsent: DONE,
  signConsentOnPaper: DONE,
  handOverConsent: ['token'],
  answerConsent: DONE,
  endConsents: DONE,
  confirmConsent: DONE,
  tellAnswer: DONE,
  getAccounting: ['from', 'entries', 'tracking_id', ...SAID],
  confirmRestoredConsents: DONE,
  getOwnReferral: [
    ...'referral holder first_name last_name contact_number sex dob substance status'.split(' '),
    ...'tracking_id entry_date mediCal preferred_language may_voicemail may_text'.split(' '),
    ...'reach_note site is_closed attempts at channel whom outcome'.split(' '),
    ...'consents id recipient kind name level purpose state signed_on last_day'.split(' '),
    ...'ends_after_closing sentence told first_at last_at times copy asked_at answered_at'.split(
      ' ',
    ),
  ],
  stopOwnConsent: DONE,
  askForCopy: DONE,
  getLogin: 'login holder has_stopped copies id asked_at answered_at'.split(' '),
  setLoginHolder: DONE,
  answerCopyRequest: DONE,
  listFiled: [...PAGE, ...FILED],
  getReader: ['is_inside', 'filed', 'news_mail'],
  getFollowUpRules: ['time_zone', 'holidays', 'response_days', 'failed_attempts', 'may_act'],
  listToday: [
    ...PAGE,
    ...REFERRAL,
    ...'reason due_since also referred_by resting_until from_before count held next'.split(' '),
  ],
  countToday: ['count'],
  listSiteMarks: ['_id', 'mark', 'response_days'],
  markSite: DONE,
  correctReferral: DONE,
  listOwners: ['_id', 'fullname', 'username', 'open'],
  assignOwner: DONE,
  countOwned: ['open'],
  deactivateOwner: DONE,
  listSamePerson: [
    ...'_id dob entry_date first_name label last_name more referrals same site status'.split(' '),
    ...'tracking_id value'.split(' '),
  ],
  markNotSamePerson: DONE,
  saveReferral: DONE,
  getPreferences: ['morning_mail', 'owner_emails'],
  setPreferences: DONE,
  getSetup: ['dismissed', 'steps', 'code', 'done', 'missing'],
  updateSetup: DONE,
  sendTestEmail: ['recipient', 'outcome', 'reply_code', 'reply'],
  changeReferrals: ['from', 'id', 'outcome', 'results', 'version'],
  listAudit: [
    ...'id at action outcome ip actor records recordCount refusals'.split(' '),
    ...'fullname username kind name tracking_id'.split(' '),
  ],
};

/** All keys at any depth. */
function keysIn(value: unknown, keys = new Set<string>()): Set<string> {
  if (typeof value !== 'object' || value === null) return keys;
  for (const [key, inner] of Object.entries(value)) {
    if (!Array.isArray(value)) keys.add(key);
    keysIn(inner, keys);
  }
  return keys;
}

/** Stored values and columns that no response may contain. */
const SECRETS = /argon2|\$id\$|password|sessions_valid|deleted_at|token_hash|revoked/i;

/** The audit trail and the feature list contain call names: one such as 'changePassword' is no secret. */
const withoutCallNames = (text: string) =>
  Object.keys(allCalls).reduce((rest, name) => rest.replaceAll(`"${name}"`, ''), text);

describe.each(Object.keys(allCalls) as AnyCallName[])('%s', (name) => {
  it('returns only the keys listed here, and no secret', async () => {
    const own = await signIn(server, SUPERUSER.email, SUPERUSER.password);
    const isRefresh = allCalls[name].access === 'refresh-token';
    const bearer = isRefresh
      ? own.refresh
      : await bearerFor(name, fixtures, OWN_CALLS.includes(name) ? 'referral' : 'superuser');
    const answer = await server.call(name, await inputFor(name, fixtures), bearer);
    expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 200 });
    const keys = [...keysIn(answer.body)];
    keysSeen += keys.length;
    expect(keys.filter((key) => !ALLOWED[name].includes(key))).toEqual([]);
    expect(withoutCallNames(answer.text)).not.toMatch(SECRETS);
  });
});

it('an access token names its account, and holds nothing about referrals, sites or passwords', async () => {
  const { access } = await signIn(server, SUPERUSER.email, SUPERUSER.password);
  const payload: unknown = JSON.parse(
    Buffer.from(access.split('.')[1] ?? '', 'base64url').toString(),
  );
  const allowed = ['aud', 'exp', 'iat', 'iss', 'jti', 'sid', 'subject', 'type', ...SUBJECT];
  expect([...keysIn(payload)].toSorted()).toEqual(allowed.toSorted());
});
