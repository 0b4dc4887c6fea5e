/** The calls that take the id of a record, and factories for the record in each of its states. */
import type { AnyCallName } from '../../contract/calls';
import type { PreparedAccounts } from '../support/preparedAccounts';
import type { AnyInput, TestServer } from '../support/testServer';
import {
  type CallerKind,
  PASSWORD,
  referralBody,
  unique,
  uniqueEmail,
  type Fixtures,
} from '../support/fixtures';
import {
  askForConsent,
  createConsent,
  fileAsGuest,
  newConsent,
  renewalOf,
  signedOnPaper,
} from '../support/consentFixtures';
import {
  createAttempt,
  createHeldReferral,
  createReferralWithLogin,
  inDays,
  newAttempt,
} from './callInputs';

interface Context {
  readonly server: TestServer;
  readonly fixtures: Fixtures;
  readonly accounts: PreparedAccounts;
  /** A referral that can be assigned. */
  readonly assignable: string;
}

/** Creates a record and returns its id. */
type CreateRecord = () => Promise<string>;
export type States = Record<string, CreateRecord>;

export const ABSENT: States = {
  absent: async () => 'absent',
  'a well-formed id': async () => '00000000-0000-4000-8000-000000000000',
  'a file path': async () => '../../etc/passwd',
  'an SQL injection': async () => "' or 1=1 --",
  'a LIKE pattern': async () => '%',
};

export interface RecordReference {
  readonly call: AnyCallName;
  /** The body field that holds the id, or 'the path'. */
  readonly part: string;
  input(id: string): AnyInput;
  /** Record states in which the call succeeds for a super user. */
  readonly done: States;
  /** Record states that the call answers with 404. */
  readonly missing: States;
}

const loginBody = (referral: string) => ({
  fullname: unique('Named'),
  username: uniqueEmail(),
  password: PASSWORD,
  schools: [],
  referral,
});

/** @param get called lazily: only when a record is created or referenced */
export function createRecordReferences(get: () => Context) {
  const superuserToken = () => get().fixtures.bearer('superuser');

  async function file(caller: CallerKind, where: keyof Fixtures['sites']): Promise<string> {
    const body = referralBody(get().fixtures.sites[where]);
    return (await get().server.callOk('addReferral', { body }, get().fixtures.bearer(caller)))._id;
  }

  async function deletedReferral(): Promise<string> {
    const id = await file('superuser', 'own');
    await get().server.callOk('deleteReferral', { body: { id } }, superuserToken());
    return id;
  }

  async function site(): Promise<string> {
    return (
      await get().server.callOk(
        'addSite',
        { body: { name: unique('Object Site') } },
        superuserToken(),
      )
    )._id;
  }

  async function deletedSite(): Promise<string> {
    const id = await site();
    await get().server.callOk('deleteSite', { body: { id } }, superuserToken());
    return id;
  }

  /** Seen by the manager of the fixtures' own site. */
  const REFERRALS: States = {
    'filed by the manager': () => file('manager', 'other'),
    'at the site of the manager': () => file('superuser', 'own'),
    'at another site': () => file('superuser', 'other'),
  };
  const ACCOUNTS = {
    active: async () => (await get().accounts.add()).id,
    pending: async () => (await get().accounts.add({ state: 'pending' })).id,
    deactivated: async () => {
      const { id } = await get().accounts.add();
      await get().server.callOk('deactivateAccount', { params: { id } }, superuserToken());
      return id;
    },
  };

  const CONSENTS: States = {
    'in force': async () => (await createConsent(get().fixtures)).consent,
  };
  async function consentOfDeleted(): Promise<string> {
    const { id, consent } = await createConsent(get().fixtures);
    await get().server.callOk('deleteReferral', { body: { id } }, superuserToken());
    return consent;
  }

  const REFERENCES: RecordReference[] = [
    {
      call: 'getReferral',
      part: 'the path',
      input: (id) => ({ params: { id } }),
      done: REFERRALS,
      missing: { deleted: deletedReferral, held: () => createHeldReferral(get().fixtures) },
    },
    {
      call: 'getHistory',
      part: 'the path',
      input: (id) => ({ params: { id } }),
      done: REFERRALS,
      missing: { deleted: deletedReferral, held: () => createHeldReferral(get().fixtures) },
    },
    {
      call: 'getDuplicates',
      part: 'the path',
      input: (id) => ({ params: { id } }),
      done: REFERRALS,
      missing: { deleted: deletedReferral, held: () => createHeldReferral(get().fixtures) },
    },
    {
      call: 'addNote',
      part: 'id',
      input: (id) => ({ body: { id, text: unique('Note') } }),
      done: REFERRALS,
      missing: { deleted: deletedReferral, held: () => createHeldReferral(get().fixtures) },
    },
    {
      call: 'addContactAttempt',
      part: 'id',
      input: (id) => ({ body: newAttempt(id) }),
      done: REFERRALS,
      missing: { deleted: deletedReferral, held: () => createHeldReferral(get().fixtures) },
    },
    {
      call: 'strikeContactAttempt',
      part: 'id',
      input: (id) => ({ body: { id, reason: unique('Mistake') } }),
      done: { 'of a referral': () => createAttempt(get().fixtures) },
      missing: {},
    },
    {
      call: 'addParentNotContacted',
      part: 'id',
      input: (id) => ({ body: { id, because: unique('Because') } }),
      done: REFERRALS,
      missing: { deleted: deletedReferral, held: () => createHeldReferral(get().fixtures) },
    },
    {
      call: 'setFollowUp',
      part: 'id',
      input: (id) => ({ body: { id, follow_up: { on: inDays(1) }, because: 'Away.' } }),
      done: REFERRALS,
      missing: { deleted: deletedReferral, held: () => createHeldReferral(get().fixtures) },
    },
    {
      call: 'getConsents',
      part: 'the path',
      input: (id) => ({ params: { id } }),
      done: REFERRALS,
      missing: { deleted: deletedReferral, held: () => createHeldReferral(get().fixtures) },
    },
    {
      call: 'getLogin',
      part: 'the path',
      input: (id) => ({ params: { id } }),
      done: REFERRALS,
      missing: { deleted: deletedReferral, held: () => createHeldReferral(get().fixtures) },
    },
    {
      call: 'setLoginHolder',
      part: 'id',
      input: (id) => ({ body: { id, holder: 'person' } }),
      done: { 'with a login': () => createReferralWithLogin(get().fixtures) },
      missing: { deleted: deletedReferral, held: () => createHeldReferral(get().fixtures) },
    },
    {
      call: 'answerCopyRequest',
      part: 'id',
      input: (id) => ({ body: { id } }),
      done: REFERRALS,
      missing: { deleted: deletedReferral, held: () => createHeldReferral(get().fixtures) },
    },
    {
      call: 'askConsent',
      part: 'id',
      input: (id) => ({ body: newConsent(id) }),
      done: REFERRALS,
      missing: { deleted: deletedReferral, held: () => createHeldReferral(get().fixtures) },
    },
    {
      call: 'renewReceipt',
      part: 'id',
      input: (id) => ({ body: renewalOf(id) }),
      done: { 'filed by a guest': async () => (await fileAsGuest(get().fixtures)).id },
      missing: { deleted: deletedReferral, held: () => createHeldReferral(get().fixtures) },
    },
    {
      call: 'getAccounting',
      part: 'the path',
      input: (id) => ({ params: { id } }),
      done: REFERRALS,
      missing: { deleted: deletedReferral, held: () => createHeldReferral(get().fixtures) },
    },
    {
      call: 'signConsentOnPaper',
      part: 'consent',
      input: (consent) => ({ body: signedOnPaper(consent) }),
      done: { 'that is asked for': async () => (await askForConsent(get().fixtures)).consent },
      missing: { 'of a deleted referral': consentOfDeleted },
    },
    {
      call: 'handOverConsent',
      part: 'consent',
      input: (consent) => ({ body: { consent } }),
      done: { 'that is asked for': async () => (await askForConsent(get().fixtures)).consent },
      missing: { 'of a deleted referral': consentOfDeleted },
    },
    {
      call: 'endConsents',
      part: 'consents',
      input: (id) => ({ body: { consents: [id], how: 'On the phone' } }),
      done: CONSENTS,
      missing: { 'of a deleted referral': consentOfDeleted },
    },
    {
      call: 'tellAnswer',
      part: 'consent',
      input: (consent) => ({ body: { consent, sentence: 'notTalked', channel: 'phone' } }),
      done: CONSENTS,
      missing: { 'of a deleted referral': consentOfDeleted },
    },
    {
      call: 'confirmConsent',
      part: 'consent',
      input: (consent) => ({ body: { consent } }),
      done: CONSENTS,
      missing: { 'of a deleted referral': consentOfDeleted },
    },
    {
      call: 'markSite',
      part: '_id',
      input: (_id) => ({ body: { _id, mark: 'ours', response_days: null } }),
      done: { live: async () => get().fixtures.sites.own },
      missing: {},
    },
    {
      call: 'correctReferral',
      part: 'id',
      input: (id) => ({ body: { ...referralBody(get().fixtures.sites.own), id } }),
      done: REFERRALS,
      missing: { deleted: deletedReferral, held: () => createHeldReferral(get().fixtures) },
    },
    {
      call: 'assignOwner',
      part: 'id',
      input: (id) => ({ body: { id, owner: get().fixtures.people.superuser.id } }),
      done: REFERRALS,
      missing: { deleted: deletedReferral, held: () => createHeldReferral(get().fixtures) },
    },
    {
      call: 'listSamePerson',
      part: 'the path',
      input: (id) => ({ params: { id } }),
      done: REFERRALS,
      missing: { deleted: deletedReferral, held: () => createHeldReferral(get().fixtures) },
    },
    ...(['id', 'other'] as const).map((part) => ({
      call: 'markNotSamePerson' as const,
      part,
      input: (id: string) => {
        const body = { id: get().assignable, other: get().assignable, [part]: id };
        return { body };
      },
      done: REFERRALS,
      missing: { deleted: deletedReferral, held: () => createHeldReferral(get().fixtures) },
    })),
    {
      call: 'countOwned',
      part: 'the path',
      input: (id) => ({ params: { id } }),
      done: ACCOUNTS,
      missing: {},
    },
    {
      call: 'deactivateOwner',
      part: 'id',
      input: (id) => ({ body: { id, owner: null } }),
      done: ACCOUNTS,
      missing: {},
    },
    {
      call: 'saveReferral',
      part: 'id',
      input: (id) => ({ body: { id, status: 'Processed' } }),
      done: REFERRALS,
      missing: { deleted: deletedReferral, held: () => createHeldReferral(get().fixtures) },
    },
    {
      call: 'getAccount',
      part: 'the path',
      input: (id) => ({ params: { id } }),
      done: ACCOUNTS,
      missing: {},
    },
    {
      call: 'updateReferral',
      part: 'id',
      input: (id) => ({ body: { id, status: 'Processed' } }),
      done: REFERRALS,
      missing: { deleted: deletedReferral, held: () => createHeldReferral(get().fixtures) },
    },
    {
      call: 'assignReferral',
      part: 'referral_id',
      input: (id) => ({ body: { referral_id: id, user_id: get().fixtures.people.manager.id } }),
      done: REFERRALS,
      missing: { deleted: deletedReferral, held: () => createHeldReferral(get().fixtures) },
    },
    {
      call: 'assignReferral',
      part: 'user_id',
      input: (id) => ({ body: { user_id: id, referral_id: get().assignable } }),
      done: {
        'an active manager': ACCOUNTS.active,
        'a super user': async () => get().fixtures.people.superuser.id,
      },
      missing: {
        pending: ACCOUNTS.pending,
        deactivated: ACCOUNTS.deactivated,
        'a referred person': async () => get().fixtures.people.referral.id,
        'an admin': async () => get().fixtures.people.admin.id,
        'a site user': async () => get().fixtures.people.siteUser.id,
      },
    },
    {
      call: 'deleteReferral',
      part: 'id',
      input: (id) => ({ body: { id } }),
      done: { ...REFERRALS, held: () => createHeldReferral(get().fixtures) },
      missing: { deleted: deletedReferral },
    },
    {
      call: 'registerReferral',
      part: 'referral',
      input: (id) => ({ body: loginBody(id) }),
      done: REFERRALS,
      missing: { deleted: deletedReferral, held: () => createHeldReferral(get().fixtures) },
    },
    {
      call: 'releaseReferral',
      part: 'id',
      input: (id) => ({ body: { id } }),
      done: { held: () => createHeldReferral(get().fixtures) },
      missing: { deleted: deletedReferral, 'not held': () => file('superuser', 'own') },
    },
    {
      call: 'putBackReferral',
      part: 'id',
      input: (id) => ({ body: { id } }),
      done: { deleted: deletedReferral },
      missing: { live: () => file('superuser', 'own') },
    },
    {
      call: 'updateSite',
      part: 'id',
      input: (id) => ({ body: { id, name: unique('Object Renamed') } }),
      done: { live: site },
      missing: { deleted: deletedSite },
    },
    {
      call: 'deleteSite',
      part: 'id',
      input: (id) => ({ body: { id } }),
      done: { live: site },
      missing: { deleted: deletedSite },
    },
    {
      call: 'restoreSite',
      part: 'id',
      input: (id) => ({ body: { id } }),
      done: { deleted: deletedSite, live: site },
      missing: {},
    },
    {
      call: 'approveAccount',
      part: 'user_id',
      input: (id) => ({ body: { user_id: id } }),
      done: { pending: ACCOUNTS.pending },
      missing: {},
    },
    {
      call: 'updateAccount',
      part: 'the path',
      input: (id) => ({ params: { id }, body: { fullname: unique('Named') } }),
      done: ACCOUNTS,
      missing: {},
    },
    {
      call: 'deactivateAccount',
      part: 'the path',
      input: (id) => ({ params: { id } }),
      done: ACCOUNTS,
      missing: {},
    },
    {
      call: 'reactivateAccount',
      part: 'the path',
      input: (id) => ({ params: { id } }),
      done: ACCOUNTS,
      missing: {},
    },
  ];

  return { REFERENCES, ACCOUNTS, file, site, deletedSite };
}
