/** The same user journey on the embedded database and on PostgreSQL, through the API alone. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issuesSchema } from '../../contract/calls/call';
import { ENGINES } from '../support/engines';
import { startTestServer, type TestServer } from '../support/testServer';
import {
  createFixtures,
  PASSWORD,
  referralBody,
  signIn,
  unique,
  uniqueEmail,
  type Fixtures,
} from '../support/fixtures';

describe.each(ENGINES)('on $engine', ({ settings }) => {
  let server: TestServer;
  let fixtures: Fixtures;
  const head = () => fixtures.bearer('superuser');

  beforeAll(async () => {
    server = await startTestServer(await settings());
    fixtures = await createFixtures(server);
  });
  afterAll(() => server.close());

  it('the first start creates the counties, the two built-in sites and the super user', async () => {
    expect(await server.callOk('listCounties', {})).toHaveLength(58);
    const sites = (await server.callOk('listSites', {})).map(({ name }) => name);
    expect(sites).toEqual(expect.arrayContaining(['Probation Referral', 'Location Not Listed']));
    expect(sites).toHaveLength(4);
  });

  it('a manager registers, waits for approval, is approved and signs in', async () => {
    const username = uniqueEmail();
    const schools = [{ id: fixtures.sites.own, name: 'Own School' }];
    const body = { fullname: 'Ada Sample', username, password: PASSWORD, schools };
    await server.callOk('register', { body: { ...body, role: 'MANAGER', agree: true } });
    expect((await server.call('login', { body: { username, password: PASSWORD } })).status).toBe(
      403,
    );

    const pending = await server.callOk('listPendingAccounts', { query: {} }, head());
    const account = pending.items.find((item) => item.username === username);
    expect(account).toMatchObject({ fullname: 'Ada Sample', approved: false, role: 'MANAGER' });
    await server.callOk('approveAccount', { body: { user_id: account?._id ?? '' } }, head());
    const after = await server.callOk('listPendingAccounts', { query: {} }, head());
    expect(after.items.map((item) => item.username)).not.toContain(username);
    expect((await signIn(server, username)).access).toBeTruthy();
  });

  it('names an unknown county, an unknown site and every other invalid field at once', async () => {
    const refusedIn = async (site: string, more: Record<string, unknown>) => {
      const body = { ...referralBody(site), ...more };
      const answer = await server.call('addGuestReferral', { body });
      expect(answer.status).toBe(422);
      return new Set(issuesSchema.parse(answer.body).detail.map(({ loc }) => loc[1]));
    };
    const probation = {
      mediCal: '91234567A',
      mediCal_county: 'nowhere',
      probation_name: 'Officer Sample',
      probation_phone: '555 010 9999',
      probation_email: 'officer@',
    };
    expect(await refusedIn(fixtures.sites.probation, probation)).toEqual(
      new Set(['mediCal_county', 'probation_email']),
    );
    expect(await refusedIn('nowhere', { dob: '1899-12-31' })).toEqual(new Set(['site', 'dob']));
  });

  it('stores a guest referral completely and lists it first', async () => {
    const body = referralBody(fixtures.sites.own, {
      first_name: "Zoë-Jane O'Neil 日本",
      notes: 'One line\nand \u{1F33F} another; 100% _real_ \\ "quoted"',
      substance: ['Opioid-related', 'Unknown substance'],
      dob: '2004-02-29',
    });
    expect(await server.callOk('addGuestReferral', { body })).toMatchObject({ detail: 'ok' });
    const { items } = await server.callOk('listReferrals', { query: { size: 1 } }, head());
    expect(items[0]).toMatchObject({
      first_name: body.first_name,
      last_name: body.last_name,
      notes: body.notes,
      substance: body.substance,
      dob: '2004-02-29',
      sex: 'Other',
      status: 'Pending',
      has_account: false,
      site: { value: fixtures.sites.own },
      tracking_id: expect.stringMatching(/^R-[0-9A-Z]{4}-[0-9A-Z]{4}$/),
    });
    expect(items[0]).not.toHaveProperty('user_info');
  });

  it('requires and stores the probation fields of a probation referral, and drops them for any other site', async () => {
    const details = {
      mediCal: '91234567A',
      mediCal_county: fixtures.county,
      probation_name: 'Officer Sample',
      probation_phone: '555 010 9999',
      probation_email: 'officer@county.example',
    };
    const bare = await server.call('addGuestReferral', {
      body: referralBody(fixtures.sites.probation),
    });
    expect(bare.status).toBe(422);
    for (const field of Object.keys(details)) {
      expect(bare.body).toMatchObject({
        detail: expect.arrayContaining([expect.objectContaining({ loc: ['body', field] })]),
      });
    }
    // The label of the site is ignored, in either direction.
    const disguised = referralBody(fixtures.sites.probation);
    disguised.site.label = 'Own School';
    expect((await server.call('addGuestReferral', { body: disguised })).status).toBe(422);

    await server.callOk('addGuestReferral', {
      body: referralBody(fixtures.sites.probation, details),
    });
    await server.callOk('addGuestReferral', { body: referralBody(fixtures.sites.own, details) });
    const { items } = await server.callOk('listReferrals', { query: { size: 2 } }, head());
    expect(items[1]).toMatchObject(details);
    expect(items[0]).toMatchObject({ mediCal: null, probation_email: null });
  });

  it('each filter finds its referral and matches special characters literally', async () => {
    const last_name = unique('50%_off\\');
    const contact_number = '+1 (999) 321-7654';
    const body = referralBody(fixtures.sites.own, {
      first_name: 'Filter',
      last_name,
      contact_number,
    });
    await server.callOk(
      'addReferral',
      { body: { ...body, sex: 'Female' } },
      fixtures.bearer('manager'),
    );
    const find = (query: object) => server.callOk('filterReferrals', { query }, head());
    const [found] = (await find({ name: last_name })).items;
    expect(found).toMatchObject({ last_name, user_info: { fullname: expect.any(String) } });

    for (const query of [
      { name: `FILTER ${last_name}` },
      { name: '50%_OFF\\' },
      { contact_number: '993217654' },
      { contact_number: '999-321' },
      { tracking_id: found?.tracking_id.toLowerCase() },
      { tracking_id: found?.tracking_id.replaceAll('-', '').slice(0, 5) },
      { gender: 'Female', name: 'filter' },
      { referred_by: found?.user_info?.fullname.toUpperCase(), name: 'filter' },
      { referral_status: 'Pending', name: 'filter' },
    ]) {
      const ids = (await find(query)).items.map((item) => item._id);
      expect({ query, found: ids.includes(found?._id ?? '') }).toEqual({ query, found: true });
    }
    for (const query of [
      { name: '%%' },
      { name: '__' },
      { gender: 'Male', name: 'filter' },
      { referral_status: 'Processed', name: 'filter' },
      { contact_number: 'none' },
      { tracking_id: '%' },
      { referred_by: 'guest', name: 'filter' },
    ]) {
      const ids = (await find(query)).items.map((item) => item._id);
      expect({ query, found: ids.includes(found?._id ?? '') }).toEqual({ query, found: false });
    }
    const guests = await find({ referred_by: 'guest', size: 100 });
    expect(guests.total).toBeGreaterThan(0);
    expect(guests.items.every((item) => item.user_info === undefined)).toBe(true);
  });

  it('pages are stable, complete and without duplicates', async () => {
    const { count } = await server.callOk('countReferrals', {}, head());
    const size = 2;
    const seen: string[] = [];
    for (let page = 1; page <= Math.ceil(count / size); page += 1) {
      const answer = await server.callOk('listReferrals', { query: { page, size } }, head());
      expect(answer).toMatchObject({ total: count, page, size, pages: Math.ceil(count / size) });
      seen.push(...answer.items.map((item) => item._id));
    }
    expect(new Set(seen).size).toBe(count);
  });

  it('updates and assigns a referral, creates its login and deletes both', async () => {
    const body = referralBody(fixtures.sites.own);
    const { _id } = await server.callOk('addReferral', { body }, head());
    const get = async () => {
      const query = { name: body.last_name };
      return (await server.callOk('filterReferrals', { query }, head())).items[0];
    };
    await server.callOk(
      'updateReferral',
      { body: { id: _id, status: 'More Info Needed' } },
      head(),
    );
    await server.callOk('updateReferral', { body: { id: _id, notes: 'Call after 3' } }, head());
    const assignment = { user_id: fixtures.people.limited.id, referral_id: _id };
    await server.callOk('assignReferral', { body: assignment }, head());
    const managers = await server.callOk('listManagers', {}, head());
    const limited = managers.find((manager) => manager._id === fixtures.people.limited.id);
    expect(await get()).toMatchObject({
      status: 'More Info Needed',
      notes: 'Call after 3',
      user_info: { fullname: limited?.fullname },
    });

    const username = uniqueEmail();
    const schools = [{ id: fixtures.sites.own, site: 'Own School' }];
    const login = {
      fullname: 'Robin Sample',
      username,
      password: PASSWORD,
      schools,
      referral: _id,
    };
    await server.callOk('registerReferral', { body: login }, head());
    expect(await get()).toMatchObject({ has_account: true });
    const again = { body: { ...login, username: uniqueEmail() } };
    expect((await server.call('registerReferral', again, head())).status).toBe(409);

    const { access } = await signIn(server, username);
    await server.callOk('deleteReferral', { body: { id: _id } }, head());
    expect(await get()).toBeUndefined();
    expect((await server.call('addReferral', { body }, access)).status).toBe(401);
  });

  it('refuses duplicate site names, whatever their case, and changes to the two built-in sites', async () => {
    const name = unique('Harbor School');
    const { _id } = await server.callOk('addSite', { body: { name } }, head());
    const shouted = { body: { name: ` ${name.toUpperCase()} ` } };
    expect(await server.call('addSite', shouted, head())).toMatchObject({
      status: 409,
      body: { detail: 'Site already exists' },
    });
    await server.callOk('updateSite', { body: { id: _id, name: name.toLowerCase() } }, head());
    const { probation } = fixtures.sites;
    const rename = { body: { id: probation, name: 'Else' } };
    expect((await server.call('updateSite', rename, head())).status).toBe(409);
    expect((await server.call('deleteSite', { body: { id: probation } }, head())).status).toBe(409);
  });

  it('removes a deleted site from lists, keeps its name in referrals and does not give the name to another', async () => {
    const name = unique('Closing School');
    const { _id } = await server.callOk('addSite', { body: { name } }, head());
    const body = referralBody(_id);
    await server.callOk('addGuestReferral', { body });
    await server.callOk('deleteSite', { body: { id: _id } }, head());
    expect((await server.callOk('listSites', {})).map((site) => site._id)).not.toContain(_id);
    expect((await server.call('addGuestReferral', { body: referralBody(_id) })).status).toBe(422);
    const query = { name: body.last_name };
    const { items } = await server.callOk('filterReferrals', { query }, head());
    expect(items[0]?.site).toEqual({ value: _id, label: name });
    expect(await server.call('addSite', { body: { name } }, head())).toMatchObject({
      status: 409,
      body: { detail: 'A deleted site has this name. A super user can bring it back under Sites.' },
    });
  });
});
