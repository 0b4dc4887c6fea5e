/** The outcomes of a test email, with real mail servers. */
import { type AddressInfo, createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { testDelivery } from '../../server/features/mail/testDelivery';
import { readSettings } from '../../server/settings/settings';
import { openMailbox } from '../support/mailbox';
import { SUPERUSER } from '../support/superuser';

/** Reaches this machine, but is not one of the loopback addresses that the server exempts from TLS. */
const ELSEWHERE = '0.0.0.0';
const PASSWORD = 'Mail-Password-7';
const LONG = 60_000;

/** Sends a test email with this SMTP_URL. Returns the result and the log. */
async function send(SMTP_URL: string, limit = LONG, settings = {}) {
  const lines: unknown[] = [];
  const log = { warn: (...line: unknown[]) => void lines.push(line) };
  const to = { username: SUPERUSER.email, language: null };
  const result = await testDelivery(readSettings({ ...settings, SMTP_URL }), to, log, limit);
  return { ...result, log: JSON.stringify(lines) };
}

async function open(offersTls = false, password?: string) {
  const mailbox = await openMailbox(0, offersTls, password);
  onTestFinished(() => mailbox.close());
  const { host } = new URL(mailbox.url);
  return { ...mailbox, port: host.split(':')[1] ?? '' };
}

it('a test email is delivered with the right SMTP password', async () => {
  const { port, all } = await open(false, PASSWORD);
  const result = await send(`smtp://desk:${PASSWORD}@127.0.0.1:${port}`);
  expect(result).toEqual({ outcome: 'sent', reply_code: null, log: '[]' });
  expect(all()).toHaveLength(1);
});

it('a test email reports a wrong and a missing SMTP password', async () => {
  const { port } = await open(false, PASSWORD);
  expect(await send(`smtp://desk:another@127.0.0.1:${port}`)).toMatchObject({
    outcome: 'wrongLogin',
    reply_code: 535,
  });
  expect(await send(`smtp://127.0.0.1:${port}`)).toMatchObject({
    outcome: 'wrongLogin',
    reply_code: 530,
  });
});

it('a test email reports that the mail server refused it, and logs neither address nor password', async () => {
  const { port, setMode } = await open(false, PASSWORD);
  setMode('refuseForEver');
  const result = await send(`smtp://desk:${PASSWORD}@127.0.0.1:${port}`);
  expect(result).toMatchObject({ outcome: 'refused', reply_code: 550 });
  expect(result.log).toContain('a test email could not be sent');
  for (const secret of [SUPERUSER.email, PASSWORD, 'desk'])
    expect(result.log).not.toContain(secret);
});

it.each([
  [{ PUBLIC_URL: 'https://refer.clinic.example' }, 'refer.clinic.example'],
  [{ PUBLIC_URL: 'http://127.0.0.1:3000' }, /^(\[127\.0\.0\.1\]|[^.]+\..+)$/],
])(
  'a relay that turns us away is not unreachable: its words are reported, and it heard our name: %j',
  async (settings, name) => {
    const heard: string[] = [];
    const relay = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.write('220 relay\r\n');
      socket.setEncoding('utf8').on('data', (line: string) => {
        heard.push(line.trim().replace(/^EHLO /, ''));
        socket.end('421 4.7.0 Try again later, closing connection. (EHLO)\r\n');
      });
    });
    await new Promise<void>((done) => relay.listen(0, '127.0.0.1', done));
    onTestFinished(() => void relay.close());
    const { port } = relay.address() as AddressInfo;
    const result = await send(`smtp://127.0.0.1:${port}`, LONG, settings);
    expect(result).toMatchObject({
      outcome: 'refused',
      reply_code: 421,
      reply: '421 4.7.0 Try again later, closing connection. (EHLO)',
    });
    expect(result.log).not.toContain('Try again later');
    expect(heard).toEqual([expect.stringMatching(name)]);
  },
);

it('a test email reports an unreachable server and an unknown host', async () => {
  const mailbox = await openMailbox();
  await mailbox.close();
  expect(await send(mailbox.url)).toMatchObject({ outcome: 'unreachable', reply_code: null });
  expect(await send('smtp://mail.invalid:25')).toMatchObject({ outcome: 'hostUnknown' });
});

it('a test email reports a mail server that does not respond in time', async () => {
  const { url, setMode } = await open();
  setMode('hold');
  expect(await send(url, 1_000)).toMatchObject({ outcome: 'noAnswer', reply_code: null });
});

it('a test email reports a missing encryption and an invalid certificate', async () => {
  const plain = await open();
  expect(await send(`smtp://${ELSEWHERE}:${plain.port}`)).toMatchObject({
    outcome: 'notEncrypted',
  });
  expect(await send(`smtps://127.0.0.1:${plain.port}`)).toMatchObject({ outcome: 'notEncrypted' });
  const expired = await open(true);
  expect(await send(`smtp://${ELSEWHERE}:${expired.port}`)).toMatchObject({
    outcome: 'certificate',
  });
});
