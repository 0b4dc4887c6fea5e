/** Fixtures of a small provider: sites and one account of each kind, created through the API. */
import type { CallInput } from '../../contract/calls';
import type { Role } from '../../contract/constants';
import { SUPERUSER } from './superuser';
import type { TestServer } from './testServer';

export const PASSWORD = 'Quiet-Harbor-27-Lanterns';

/** The kinds of callers. `limited` is a manager with created_referrals_only. */
export const CALLERS = [
  'anonymous',
  'referral',
  'siteUser',
  'admin',
  'manager',
  'limited',
  'superuser',
] as const;
export type CallerKind = (typeof CALLERS)[number];

export interface Person {
  readonly id: string;
  readonly username: string;
  readonly access: string;
  readonly refresh: string;
}

export interface Fixtures {
  readonly server: TestServer;
  readonly people: Record<Exclude<CallerKind, 'anonymous'>, Person>;
  /** The managers' own site, another one, and the probation site. */
  readonly sites: { own: string; other: string; probation: string };
  readonly county: string;
  /** Returns the access token of a caller, or undefined for `anonymous`. */
  bearer(caller: CallerKind): string | undefined;
}

let serial = 0;
/** Returns a text that no other test uses. */
export const unique = (what: string) => `${what} ${(serial += 1)}`;
export const uniqueEmail = () => `person${(serial += 1)}@example.org`;

type ReferralBody = CallInput<'addGuestReferral'>['body'];

/** A valid referral for the site with this ID. */
export const referralBody = (
  site: string,
  changes: Partial<ReferralBody> = {},
): ReferralBody & { last_name: string } => ({
  substance: ['Alcohol-related'],
  site: { value: site, label: '' },
  first_name: 'Robin',
  last_name: unique('Sample'),
  contact_number: '(555) 010-2030',
  sex: 'Other',
  dob: '2005-02-28',
  notes: '',
  mediCal: '',
  mediCal_county: '',
  probation_name: '',
  probation_phone: '',
  probation_email: '',
  ...changes,
});

/** A valid registration by a visitor. */
export const registration = ({ sites }: Fixtures) => ({
  fullname: unique('Visitor'),
  username: uniqueEmail(),
  password: PASSWORD,
  role: 'MANAGER' as const,
  schools: [{ id: sites.own, name: 'Own School' }],
  agree: true,
});

/** Signs in and returns the tokens. */
export async function signIn(
  server: TestServer,
  username: string,
  password = PASSWORD,
): Promise<{ access: string; refresh: string }> {
  const { access_token, refresh_token } = await server.callOk('login', {
    body: { username, password },
  });
  return { access: access_token, refresh: refresh_token };
}

export async function createFixtures(server: TestServer): Promise<Fixtures> {
  const superuserTokens = await signIn(server, SUPERUSER.email, SUPERUSER.password);
  const as = superuserTokens.access;
  const own = (await server.callOk('addSite', { body: { name: unique('Own School') } }, as))._id;
  const other = (await server.callOk('addSite', { body: { name: unique('Other School') } }, as))
    ._id;
  const sites = await server.callOk('listSites', {});
  const probation = sites.find((site) => site.name === 'Probation Referral')?._id ?? '';
  const [county] = await server.callOk('listCounties', {});

  const person = async (role: Role, schools: { id: string; name: string }[]): Promise<Person> => {
    const username = uniqueEmail();
    const body = { fullname: unique('Account'), username, password: PASSWORD, role, schools };
    await server.callOk('register', { body }, as);
    return find(username);
  };
  const find = async (username: string): Promise<Person> => {
    const [account] = await server.callOk('searchAccounts', { query: { query: username } }, as);
    const tokens = username === SUPERUSER.email ? superuserTokens : await signIn(server, username);
    return { id: account?._id ?? '', username, ...tokens };
  };

  const atOwn = [{ id: own, name: '' }];
  const limited = await person('MANAGER', atOwn);
  await server.callOk(
    'updateAccount',
    { params: { id: limited.id }, body: { created_referrals_only: true } },
    as,
  );
  const people = {
    superuser: await find(SUPERUSER.email),
    manager: await person('MANAGER', atOwn),
    limited,
    admin: await person('ADMIN', []),
    siteUser: await person('SITE_USER', []),
    referral: await referredPerson(),
  };

  async function referredPerson(): Promise<Person> {
    const { _id } = await server.callOk('addReferral', { body: referralBody(other) }, as);
    const username = uniqueEmail();
    await server.callOk(
      'registerReferral',
      {
        body: {
          fullname: unique('Referred'),
          username,
          password: PASSWORD,
          schools: [{ id: other, site: '' }],
          referral: _id,
          holder: 'person',
        },
      },
      as,
    );
    return find(username);
  }

  return {
    server,
    people,
    sites: { own, other, probation },
    county: county?.id ?? '',
    bearer: (caller) => (caller === 'anonymous' ? undefined : people[caller].access),
  };
}
