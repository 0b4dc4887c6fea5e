/** The label sent with a site has no effect: the stored site decides which fields a referral requires and stores. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { issuesSchema } from '../../contract/calls/call';
import { startTestServer, type TestServer } from '../support/testServer';
import { createFixtures, referralBody, type Fixtures } from '../support/fixtures';

let server: TestServer;
let fixtures: Fixtures;

beforeAll(async () => {
  server = await startTestServer();
  fixtures = await createFixtures(server);
});
afterAll(() => server.close());

const CALLS = ['addReferral', 'addGuestReferral'] as const;
const FIELDS = [
  'mediCal',
  'mediCal_county',
  'probation_name',
  'probation_phone',
  'probation_email',
] as const;

/** The distinct fields that a 422 body names, sorted. */
const flaggedIn = (body: unknown) =>
  [...new Set(issuesSchema.parse(body).detail.map(({ loc }) => String(loc[1])))].toSorted((a, b) =>
    a.localeCompare(b),
  );

const rowsSchema = z.object({ rows: z.array(z.record(z.string(), z.unknown())) });

const probation = () => ({
  mediCal: 'Medi-planted-1',
  mediCal_county: fixtures.county,
  probation_name: 'Planted Officer',
  probation_phone: '(555) 010-7777',
  probation_email: 'planted@example.org',
});

describe.each(CALLS)('by %s', (call) => {
  const send = (site: string, label: unknown, more: Record<string, unknown> = {}) => {
    const body = { ...referralBody(site), ...more, site: { value: site, label } };
    return server.call(
      call,
      { body },
      call === 'addReferral' ? fixtures.bearer('manager') : undefined,
    );
  };
  const newest = async () => {
    const result = await server.db.execute(
      sql`select * from referral order by entry_date desc limit 1`,
    );
    return rowsSchema.parse(result).rows[0] ?? {};
  };

  it.each(['Own School', '', null, 'probation referral', 'Location Not Listed'])(
    'a probation site labelled %j still requires its fields and names each missing one',
    async (label) => {
      const answer = await send(fixtures.sites.probation, label);
      expect(answer.status).toBe(422);
      expect(flaggedIn(answer.body)).toEqual([...FIELDS].toSorted((a, b) => a.localeCompare(b)));
    },
  );

  it.each(FIELDS)('a probation referral without %s is refused', async (field) => {
    for (const value of ['', null, undefined]) {
      const more = { ...probation(), [field]: value };
      const answer = await send(fixtures.sites.probation, 'Probation Referral', more);
      expect(answer.status).toBe(422);
      expect(flaggedIn(answer.body)).toEqual([field]);
    }
  });

  it('an ordinary site labelled as probation requires and stores no probation fields', async () => {
    expect((await send(fixtures.sites.own, 'Probation Referral')).status).toBe(200);
    const sent = probation();
    expect((await send(fixtures.sites.own, 'Probation Referral', sent)).status).toBe(200);
    const stored = await newest();
    expect(JSON.stringify(stored)).not.toMatch(/planted/i);
    expect(stored).toMatchObject({ site_id: fixtures.sites.own, medi_cal: null });
  });

  it('the label is neither stored nor returned', async () => {
    await send(fixtures.sites.own, 'A planted label');
    expect(JSON.stringify(await newest())).not.toContain('planted');
    const list = await server.call('listReferrals', {}, fixtures.bearer('superuser'));
    expect(list.text).not.toContain('planted');
  });

  it('an unknown county is refused and its field named', async () => {
    const more = { ...probation(), mediCal_county: 'nowhere' };
    const answer = await send(fixtures.sites.probation, '', more);
    expect(answer.status).toBe(422);
    expect(flaggedIn(answer.body)).toEqual(['mediCal_county']);
  });

  it('an unknown county is named together with the other invalid fields, each with a reason', async () => {
    const more = {
      ...probation(),
      mediCal_county: 'nowhere',
      probation_email: 'planted@',
      dob: '1899-12-31',
      contact_number: '555 01',
    };
    const answer = await send(fixtures.sites.probation, '', more);
    expect(answer.status).toBe(422);
    expect(flaggedIn(answer.body)).toEqual([
      'contact_number',
      'dob',
      'mediCal_county',
      'probation_email',
    ]);
    for (const { msg } of issuesSchema.parse(answer.body).detail) expect(msg).not.toBe('');
    expect(answer.text).not.toMatch(/planted|nowhere|1899-12|555 01/);
  });

  it('an unknown site is named together with the other invalid fields', async () => {
    const answer = await send('no-such-site', 'Probation Referral', { last_name: '', dob: 'soon' });
    expect(answer.status).toBe(422);
    expect(flaggedIn(answer.body)).toEqual(['dob', 'last_name', 'site']);
  });
});
