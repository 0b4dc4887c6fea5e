/** Creates data through the API as a super user, for tests that do not test its creation. */
import { ALL_SCHOOLS } from '../../contract/staffConstants';
import { SUPERUSER } from '../support/superuser';
import { PASSWORD } from '../support/fixtures';
import { plantBodyCanaries } from './canaries';
import { uniqueClientAddress, SITE } from './fixtures';

const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

let phoneNumbers = 0;
/** A number that no other referral of this process has: an identical referral counts as a repeated submission. */
const nextPhoneNumber = () => `(555) 010-${String((phoneNumbers += 1)).padStart(4, '0')}`;

/** @param url the server's origin */
export async function createSuperuserApi(url: string) {
  const logIn = async (username: string, password: string) =>
    (
      (await send(`${url}/api/auth/login`, {
        body: new URLSearchParams({ username, password }),
      })) as { access_token: string }
    ).access_token;
  const access_token = await logIn(SUPERUSER.email, SUPERUSER.password);
  const post = (path: string, body: object, token = access_token) =>
    send(`${url}/api${path}`, {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    });
  const siteId = async (name: string) => {
    const sites = (await (await fetch(`${url}/api/sites/all`)).json()) as {
      _id: string;
      name: string;
    }[];
    // The server stores composed letters and single spaces.
    const stored = name
      .normalize('NFC')
      .replace(/\p{Zs}+/gu, ' ')
      .trim();
    return sites.find((site) => site.name === stored)?._id ?? '';
  };

  const referralBody = async (last_name: string) => ({
    substance: ['Opioid-related'],
    site: { value: await siteId(SITE), label: SITE },
    first_name: 'Robin',
    last_name,
    contact_number: nextPhoneNumber(),
    sex: 'Female',
    dob: '2007-01-31',
    notes: '',
  });
  /** Returns the referral's id. */
  const fileReferral = async (last_name: string, changes: object = {}) => {
    const body = { ...(await referralBody(last_name)), ...changes };
    const { _id } = (await post('/referral/add', body)) as { _id: string };
    return _id;
  };

  const markSite = async (name: string, mark: 'ours' | 'outside' | null) =>
    post('/sites/mark', { _id: await siteId(name), mark, response_days: null });

  const readConsents = async (id: string) => {
    const read = await fetch(`${url}/api/referral/consents/${id}`, {
      headers: { ...uniqueClientAddress(), authorization: `Bearer ${access_token}` },
    });
    return ((await read.json()) as { consents: { id: string; state: string }[] }).consents;
  };

  return {
    /** Files a referral of Robin with this last name at `SITE`, as the super user. */
    fileReferral,
    /** Files a referral of Robin as an account with `PASSWORD` that asks for a consent. */
    async fileAndAsk(username: string, last_name: string, changes: object = {}) {
      const body = { ...(await referralBody(last_name)), ask_consent: true, ...changes };
      await post('/referral/add', body, await logIn(username, PASSWORD));
    },
    /** Files a referral of Robin, born in 2007, as a guest. Returns what the receipt shows. */
    async fileAsGuest(last_name: string, guest_name: string) {
      const body = { ...(await referralBody(last_name)), guest_name };
      const receipt = await send(`${url}/api/referral/guest/add`, {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      });
      return receipt as { tracking_id: string; code: string };
    },
    /** Returns the id of the referral with this last name. */
    async findId(lastName: string) {
      const query = `page=1&size=1&last_name=${encodeURIComponent(lastName)}`;
      const found = await fetch(`${url}/api/referral/filtered?${query}`, {
        headers: { ...uniqueClientAddress(), authorization: `Bearer ${access_token}` },
      });
      const { items } = (await found.json()) as { items: { _id: string }[] };
      return items[0]?._id ?? '';
    },
    /** The call sets the intake note as well. */
    setStatus: (id: string, status: string, notes = '') =>
      post('/referral/update', { id, status, notes, referred_by: null, has_account: false }),
    /** Saves an attempt to reach the person; by default a call that nobody answered. */
    addAttempt: (id: string, attempt: object = {}) =>
      post('/referral/attempt', {
        id,
        channel: 'call',
        whom: 'person',
        outcome: 'noAnswer',
        ...attempt,
      }),
    /** Gives a closed status to everything that is to do today, which other tests of the server left there. */
    async finishToday() {
      const due = await fetch(`${url}/api/referral/today?view=everyone&size=100`, {
        headers: { ...uniqueClientAddress(), authorization: `Bearer ${access_token}` },
      });
      const { items } = (await due.json()) as { items: { _id: string }[] };
      if (items.length === 0) return;
      await post('/referral/bulk', {
        action: 'status',
        status: 'Processed',
        items: items.map(({ _id }) => ({ id: _id })),
      });
      await this.finishToday();
    },
    deleteReferral: (id: string, reason: object = {}) =>
      send(
        `${url}/api/referral/delete`,
        {
          body: JSON.stringify({ id, ...reason }),
          headers: { 'content-type': 'application/json', authorization: `Bearer ${access_token}` },
        },
        'DELETE',
      ),
    /** Files such a referral and creates the person's login with `PASSWORD`. */
    async addReferred(last_name: string, username: string, holder?: 'person' | 'guardian') {
      const referral = await fileReferral(last_name);
      await post('/auth/register/referral', {
        fullname: `Robin ${last_name}`,
        username,
        password: PASSWORD,
        role: 'REFERRAL',
        schools: [{ id: await siteId(SITE), site: SITE }],
        referral,
        ...(holder && { holder }),
      });
      return referral;
    },
    /**
     * Asks for a consent to tell a person by name, or the guest who filed, and enters that it was signed on paper.
     * @param name null for the guest
     */
    async addConsent(id: string, name: string | null) {
      const recipient = name === null ? { kind: 'guest' } : { kind: 'person', name };
      const purpose = 'At the request of the person';
      await post('/referral/consent', { id, recipient, level: 'reached', purpose });
      const consents = await readConsents(id);
      const asked = consents.find(({ state }) => state === 'asked');
      await post('/referral/consent/paper', {
        consent: asked?.id,
        person_name: 'Robin',
        signer: 'person',
        signed_on: YESTERDAY,
        last_day: null,
        paper_place: 'Cabinet B',
        witness: 'M. Torres',
      });
    },
    /** Ends a referral's consents, as the person said on the phone. */
    async endConsents(id: string) {
      const consents = (await readConsents(id)).map((consent) => consent.id);
      await post('/referral/consent/end', { consents, how: 'On the phone' });
    },
    /**
     * Adds a manager with `PASSWORD`, at `SITE` by default. The site is then decided, as on any installation in use: while one is
     * not, super users have a notice.
     */
    async addManager(
      fullname: string,
      username: string,
      site = SITE,
      mark: 'ours' | 'outside' | null = 'ours',
    ) {
      const schools = [{ id: await siteId(site), name: site }];
      await markSite(site, mark);
      await post('/auth/register', {
        fullname,
        username,
        password: PASSWORD,
        role: 'MANAGER',
        schools,
      });
    },
    /** Registers an account for `SITE` with `PASSWORD`, which then waits for approval. */
    async addPending(fullname: string, username: string) {
      const schools = [{ id: await siteId(SITE), name: SITE }];
      const body = {
        fullname,
        username,
        password: PASSWORD,
        role: 'MANAGER',
        schools,
        agree: true,
      };
      await send(`${url}/api/auth/register`, {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      });
    },
    /** Adds a super user with `PASSWORD`. Returns the account's id. */
    async addSuperuser(fullname: string, username: string): Promise<string> {
      await post('/auth/register/superuser', {
        fullname,
        username,
        password: PASSWORD,
        role: 'SUPERUSER',
        schools: ALL_SCHOOLS,
      });
      const response = await fetch(
        `${url}/api/accounts/search?query=${encodeURIComponent(username)}`,
        {
          headers: { ...uniqueClientAddress(), authorization: `Bearer ${access_token}` },
        },
      );
      const [account] = (await response.json()) as { _id: string }[];
      return account?._id ?? '';
    },
    assignOwner: (id: string, owner: string | null) => post('/referral/owner', { id, owner }),
    deactivate: (id: string) => post(`/accounts/deactivate/${id}`, {}),
    reactivate: (id: string) => post(`/accounts/reactivate/${id}`, {}),
    addSite: (name: string) => post('/sites/add', { name }),
    markSite,
    /** A site in the shape of a referral's `site`. */
    siteChoice: async (name: string) => ({ value: await siteId(name), label: name }),
  };
}

async function send(
  url: string,
  init: { body: string | URLSearchParams; headers?: Record<string, string> },
  method: 'POST' | 'DELETE' = 'POST',
): Promise<unknown> {
  if (typeof init.body === 'string' && !url.includes('/sites/'))
    plantBodyCanaries(JSON.parse(init.body));
  const headers = { ...uniqueClientAddress(), ...init.headers };
  const response = await fetch(url, { method, ...init, headers });
  if (!response.ok) throw new Error(`${new URL(url).pathname} returned ${response.status}`);
  return response.json();
}
