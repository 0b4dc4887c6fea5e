/** The checklist of the first day: the completed steps are derived from the data of the installation. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audit_event, setup } from '../../server/db/schema';
import { ENGINES } from '../support/engines';
import {
  PASSWORD,
  referralBody,
  registration,
  signIn,
  unique,
  uniqueEmail,
} from '../support/fixtures';
import { type Mailbox, openMailbox } from '../support/mailbox';
import { SUPERUSER } from '../support/superuser';
import { startTestServer, type TestServer } from '../support/testServer';

describe.each(ENGINES)('on $engine', ({ settings }) => {
  let mailbox: Mailbox;
  let server: TestServer;
  let head: string;
  let site: string;

  beforeAll(async () => {
    mailbox = await openMailbox();
    server = await startTestServer({ ...(await settings()), SMTP_URL: mailbox.url });
    ({ access: head } = await signIn(server, SUPERUSER.email, SUPERUSER.password));
  });
  afterAll(async () => {
    await server.close();
    await mailbox.close();
  });

  const read = () => server.callOk('getSetup', {}, head);
  const listDone = async () =>
    (await read()).steps.filter(({ done }) => done).map(({ code }) => code);
  const countEntries = () => server.db.$count(audit_event);

  it('on a new installation no step is done, and the checklist names the missing settings', async () => {
    expect(await read()).toEqual({
      dismissed: false,
      steps: [
        { code: 'sites', done: false, missing: [] },
        {
          code: 'settings',
          done: false,
          missing: ['BRAND_NAME', 'SUPPORT_PHONE', 'PUBLIC_URL'],
        },
        { code: 'mail', done: false, missing: [] },
        { code: 'manager', done: false, missing: [] },
        { code: 'referral', done: false, missing: [] },
        { code: 'poster', done: false, missing: [] },
      ],
    });
  });

  it('the step of the sites needs a site that is neither a placeholder nor deleted', async () => {
    await server.callOk('addSite', { body: { name: 'site c' } }, head);
    expect(await listDone()).toEqual([]);
    const { _id } = await server.callOk('addSite', { body: { name: unique('School') } }, head);
    expect(await listDone()).toEqual(['sites']);
    await server.callOk('deleteSite', { body: { id: _id } }, head);
    expect(await listDone()).toEqual([]);
    site = (await server.callOk('addSite', { body: { name: unique('School') } }, head))._id;
    expect(await listDone()).toEqual(['sites']);
  });

  it('the step of the emails needs a test email that the mail server accepts', async () => {
    mailbox.setMode('refuseForEver');
    expect(await server.callOk('sendTestEmail', {}, head)).toEqual({
      recipient: SUPERUSER.email,
      outcome: 'refused',
      reply_code: 550,
      reply: expect.stringMatching(/^550 /),
    });
    expect(await listDone()).not.toContain('mail');
    mailbox.setMode('take');
    expect(await server.callOk('sendTestEmail', {}, head)).toEqual({
      recipient: SUPERUSER.email,
      outcome: 'sent',
      reply_code: null,
    });
    expect(await mailbox.waitForEmail(SUPERUSER.email)).toMatchObject({
      subject: 'Test email / Correo de prueba',
    });
    expect(await listDone()).toContain('mail');
    // A later failure does not undo it: the settings were right once.
    mailbox.setMode('refuseNow');
    const again = await server.callOk('sendTestEmail', {}, head);
    expect(again).toMatchObject({ outcome: 'refused', reply_code: 451 });
    expect(await listDone()).toContain('mail');
  });

  it('the step of the manager needs an active staff account, not a registration', async () => {
    const body = { ...registration({ sites: { own: site } } as never), username: uniqueEmail() };
    await server.callOk('register', { body });
    const add = (role: 'ADMIN' | 'MANAGER') =>
      server.callOk(
        'register',
        {
          body: {
            fullname: unique('Person'),
            username: uniqueEmail(),
            password: PASSWORD,
            role,
            schools: [{ id: site, name: '' }],
          },
        },
        head,
      );
    await add('ADMIN');
    expect(await listDone()).not.toContain('manager');
    await add('MANAGER');
    expect(await listDone()).toContain('manager');
  });

  it('the step of the referral stays done after the referral is deleted', async () => {
    expect(await listDone()).not.toContain('referral');
    const { _id } = await server.callOk('addReferral', { body: referralBody(site) }, head);
    await server.callOk('deleteReferral', { body: { id: _id } }, head);
    expect(await listDone()).toContain('referral');
  });

  it('the first printed poster is stored and audited, later ones change nothing', async () => {
    expect(await listDone()).not.toContain('poster');
    const before = await countEntries();
    for (let times = 0; times < 2; times += 1)
      await server.callOk('updateSetup', { body: { poster_printed: true } }, head);
    expect(await listDone()).toContain('poster');
    expect((await countEntries()) - before).toBe(1);
  });

  it('is dismissed and shown again, which leaves the steps alone', async () => {
    const { steps } = await read();
    const before = await countEntries();
    for (const dismissed of [true, true, false, false, true]) {
      await server.callOk('updateSetup', { body: { dismissed } }, head);
      expect(await read()).toEqual({ dismissed, steps });
    }
    expect((await countEntries()) - before).toBe(3);
    expect(await server.db.$count(setup)).toBe(1);
  });

  it('super users who dismiss it at the same time store one row', async () => {
    await server.db.delete(setup);
    const body = { dismissed: true };
    await Promise.all(
      Array.from({ length: 4 }, () => server.callOk('updateSetup', { body }, head)),
    );
    expect(await read()).toMatchObject({ dismissed: true });
    expect(await server.db.$count(setup)).toBe(1);
  });

  it('refuses an invalid change', async () => {
    for (const body of [{ dismissed: 'yes' }, { poster_printed: false }, [], 'x']) {
      expect((await server.call('updateSetup', { body }, head)).status).toBe(422);
    }
  });

  it('is refused to other roles', async () => {
    const [manager] = await server.callOk('listManagers', {}, head);
    const { username } = await server.callOk(
      'getAccount',
      { params: { id: manager?._id ?? '' } },
      head,
    );
    const { access } = await signIn(server, username);
    for (const name of ['getSetup', 'updateSetup', 'sendTestEmail'] as const) {
      const input = { body: name === 'updateSetup' ? { dismissed: true } : undefined };
      expect((await server.call(name, input, access)).status).toBe(403);
      expect((await server.call(name, input)).status).toBe(401);
    }
  });
});

it('the step of the settings is done when all its settings are set', async () => {
  const server = await startTestServer({
    BRAND_NAME: 'Hope Recovery',
    SUPPORT_PHONE: '(555) 010-2030',
    PUBLIC_URL: 'https://desk.example.org',
  });
  const { access } = await signIn(server, SUPERUSER.email, SUPERUSER.password);
  const { steps } = await server.callOk('getSetup', {}, access);
  const testEmail = await server.callOk('sendTestEmail', {}, access);
  await server.close();
  expect(steps.find(({ code }) => code === 'settings')).toMatchObject({ done: true, missing: [] });
  expect(steps.find(({ code }) => code === 'mail')).toMatchObject({
    done: false,
    missing: ['SMTP_URL'],
  });
  expect(testEmail).toMatchObject({ outcome: 'notConfigured', reply_code: null });
});

it('the checklist is dismissed on an installation that had a referral before the upgrade', async () => {
  const server = await startTestServer();
  const { access } = await signIn(server, SUPERUSER.email, SUPERUSER.password);
  const { _id } = await server.callOk('addSite', { body: { name: unique('School') } }, access);
  const migration = sql`insert into setup (dismissed_at) select now() where exists (select from referral)`;
  await server.db.execute(migration);
  expect(await server.db.$count(setup)).toBe(0);
  await server.callOk('addReferral', { body: referralBody(_id) }, access);
  await server.db.execute(migration);
  const { dismissed } = await server.callOk('getSetup', {}, access);
  await server.close();
  expect(dismissed).toBe(true);
});
