/** `npm run reset-superuser` as a child process: restores the access of a super user. */
import { eq } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import { account, audit_event, login_throttle, mail } from '../../server/db/schema';
import { LOCKOUT_AFTER } from '../../server/features/auth/loginThrottle';
import { command } from '../support/commands';
import { ENGINES } from '../support/engines';
import { prepareAccounts } from '../support/preparedAccounts';
import { makeDataDir } from '../support/serverProcess';
import { startTestServer } from '../support/testServer';
import { SUPERUSER } from '../support/superuser';
import { PASSWORD, signIn } from '../support/fixtures';

const run = (environment: Record<string, string>, ...options: string[]) =>
  command('resetSuperuser', environment, ...options);

const STRANGERS = '192.0.2.2';
const refused = (words: string) => ({ code: 1, output: expect.stringContaining(words) });

it.each(ENGINES)(
  'on $engine a locked-out, deactivated super user signs in with the printed password, and earlier credentials do not work',
  async ({ engine, settings }) => {
    const { dataDir, remove } = makeDataDir();
    onTestFinished(remove);
    const environment = {
      DATA_DIR: dataDir,
      ...(await settings()),
      SMTP_URL: 'smtp://127.0.0.1:1',
    };
    let server = await startTestServer(environment);
    onTestFinished(() => server.close());
    const accounts = await prepareAccounts(server);
    const manager = await accounts.add();
    const other = await accounts.add({ role: 'SUPERUSER' });
    await accounts.add({ role: 'SUPERUSER', state: 'pending' });
    const session = await signIn(server, SUPERUSER.email, SUPERUSER.password);
    const head = { username: SUPERUSER.email };
    const [{ id } = { id: '' }] = await server.db
      .select()
      .from(account)
      .where(eq(account.username, head.username));
    const token = await accounts.addResetToken({ id, ...head });
    const logIn = (password: string) =>
      server.call('login', { body: { ...head, password }, from: STRANGERS });
    await logIn('Wrong-Password-1');
    await server.db.update(login_throttle).set({ consecutive: LOCKOUT_AFTER, expires_at: null });
    expect((await logIn(SUPERUSER.password)).status).toBe(401);
    await server.db.update(account).set({ state: 'deactivated' }).where(eq(account.id, id));

    if (engine === 'PGlite') {
      expect(await run(environment, SUPERUSER.email)).toEqual(refused('in use by another'));
      await server.close();
    } else {
      expect(await run(environment, 'nobody@example.org')).toEqual(refused('No account has'));
      expect(await run(environment, manager.username)).toEqual(refused('not a super user’s'));
    }
    const { code, output } = await run(environment, ` ${SUPERUSER.email.toUpperCase()}`);
    if (engine === 'PGlite') server = await startTestServer(environment);

    expect({ code, output }).toEqual({
      code: 0,
      output: expect.stringMatching(/^The new password: [\w-]{20} {3}\(shown this once/),
    });
    const password = /: ([\w-]{20})/.exec(output)?.[1] ?? '';
    expect((await logIn(SUPERUSER.password)).status).toBe(401);
    expect((await logIn(password)).status).toBe(200);
    expect((await server.call('listAccounts', {}, session.access)).status).toBe(401);
    const reset = await server.call('resetPassword', { body: { token, new_pass: PASSWORD } });
    expect(reset.status).toBe(400);
    const stored = await server.db.select().from(account).where(eq(account.id, id));
    expect(stored).toMatchObject([{ state: 'active', password_generated: true }]);
    const emails = await server.db.select().from(mail);
    const sent = Object.fromEntries(emails.map(({ account_id, kind }) => [account_id, kind]));
    expect(sent).toEqual({ [id]: 'passwordChanged', [other.id]: 'superuserActivated' });
    expect(emails).toHaveLength(2);
    const entries = await server.db
      .select()
      .from(audit_event)
      .where(eq(audit_event.action, 'resetSuperuser'));
    expect(entries).toMatchObject([
      { actor_id: null, outcome: 'done', ip: 'local', record_ids: [id] },
    ]);
  },
);

it('reset-superuser explains what it needs, and creates nothing where no server has run', async () => {
  const { dataDir, remove } = makeDataDir();
  onTestFinished(remove);
  const environment = { DATA_DIR: `${dataDir}/none` };
  expect(await run(environment)).toEqual(refused('-- EMAIL'));
  expect(await run(environment, SUPERUSER.email)).toEqual(refused('No server has run with this'));
});
