import { readFileSync } from 'node:fs';
import pg from 'pg';
import { createSettings } from '../harness/databases';
import { spawnServer } from '../harness/servers';
import { createRequest, createSender, signIn, type BenchRequest } from '../harness/requests';
import { SUPERUSER } from '../harness/databases';
import http from 'node:http';

const size = process.argv[2] ?? '10000';
const rounds = Number(process.argv[3] ?? 300);
const base = (JSON.parse(readFileSync('/tmp/m/urls.json','utf8')) as Record<string,string>)[size]!;
const root = base.replace(/\/[^/]+$/, '');
const admin = new pg.Pool({ connectionString: `${root}/postgres`, max: 1 });
const q = async (url: string, text: string) => { const p = new pg.Pool({ connectionString: url, max: 1 }); const r = await p.query(text); await p.end(); return r.rows; };
const oldUrl = `${root}/cmp_old_${size}`, newUrl = `${root}/cmp_new_${size}`;
if (process.argv[4] !== 'keep') {
  for (const n of ['old','new']) await admin.query(`drop database if exists cmp_${n}_${size} with (force)`);
  await admin.query(`create database cmp_old_${size} template old_${size}`);
  // Every third referral has 1-3 dated notes and status events.
  await q(oldUrl, `insert into referral_event (referral_id, kind, text, at) select id, case when n % 2 = 0 then 'status' else 'note' end, 'A note of some length, called and left a message.', now() - n * interval '1 hour' from (select id, row_number() over (order by entry_date desc) as nr from referral) r cross join generate_series(1, 6) n where nr % 3 = 0 and (n <= 2 or nr % 9 = 0)`);
  await q(oldUrl, 'vacuum analyze');
  await admin.query(`create database cmp_new_${size} template cmp_old_${size}`);
}
const start = (dir: string, url: string) => spawnServer([`${dir}dist/server/main.js`], createSettings({ settings: { DATABASE_URL: url, DATA_DIR: `/tmp/m/files` } } as never));
const olds = await start('node_modules/.old/', oldUrl);
const news = await start('', newUrl);
await q(newUrl, 'vacuum analyze');
const agent = new http.Agent({ keepAlive: true, maxSockets: 2 });
const timed = (port: number, r: BenchRequest) => new Promise<number>((done, fail) => {
  const t = process.hrtime.bigint();
  const req = http.request({ port, host: '127.0.0.1', path: r.path, method: r.method, headers: { ...r.headers, ...(r.body && { 'content-length': Buffer.byteLength(r.body) }) }, agent }, (res) => {
    res.resume(); res.on('end', () => res.statusCode === 200 ? done(Number(process.hrtime.bigint() - t) / 1e6) : fail(new Error(String(res.statusCode))));
  });
  req.on('error', fail); req.end(r.body);
});
const setup = async (port: number) => {
  const send = createSender(port);
  const superuser = await signIn(send);
  const sites = (JSON.parse(await send(createRequest('listSites', {}))) as { _id: string; name: string }[]).filter(({ name }) => !/Probation|Not Listed/.test(name)).slice(0, 4);
  const username = 'measured1@bench.example.org';
  await send(createRequest('register', { json: { fullname: 'Measured Manager', username, password: SUPERUSER.SUPERUSER_PASSWORD, role: 'MANAGER', schools: sites.map(({ _id, name }) => ({ id: _id, name })) }, bearer: superuser })).catch((e) => { if (process.argv[4] !== 'keep') throw e; });
  return { superuser, manager: await signIn(send, username), siteId: sites[0]!._id };
};
const a = await setup(olds.port), b = await setup(news.port);
type S = typeof a;
const cases: Record<string, (s: S) => BenchRequest> = {
  'mine, super user': (s) => createRequest('listReferrals', { search: 'page=1&size=25', bearer: s.superuser }),
  'mine, manager': (s) => createRequest('listReferrals', { search: 'page=1&size=25', bearer: s.manager }),
  'worklist, super user': (s) => createRequest('listWorklist', { json: { size: 50 }, bearer: s.superuser }),
  'worklist, manager': (s) => createRequest('listWorklist', { json: { size: 50 }, bearer: s.manager }),
  'longest waiting, all': (s) => createRequest('listWorklist', { json: { size: 50, sort: 'waiting' }, bearer: s.superuser }),
  'by site': (s) => createRequest('listWorklist', { json: { size: 50, sort: 'site', order: 'asc' }, bearer: s.superuser }),
  'q many': (s) => createRequest('listWorklist', { json: { size: 50, q: 'jose' }, bearer: s.superuser }),
  'mine, page 400': (s) => createRequest('listReferrals', { search: 'page=400&size=25', bearer: s.superuser }),
};
const pick = (v: number[], p: number) => v.toSorted((x, y) => x - y)[Math.floor(v.length * p)]!;
for (const [name, make] of Object.entries(cases)) {
  const o: number[] = [], n: number[] = [];
  for (let i = 0; i < rounds + 20; i++) {
    const first = i % 2 === 0;
    const one = async () => o.push(await timed(olds.port, make(a)));
    const two = async () => n.push(await timed(news.port, make(b)));
    if (first) { await one(); await two(); } else { await two(); await one(); }
    if (i === 19) { o.length = 0; n.length = 0; }
  }
  console.log(name.padEnd(24), ['0.1','0.25','0.5'].map((p) => `p${Number(p)*100}: ${pick(o, +p).toFixed(2)} → ${pick(n, +p).toFixed(2)} (${(pick(n, +p) / pick(o, +p)).toFixed(3)})`).join('  '));
}
await olds.stop(); await news.stop(); await admin.end(); agent.destroy();
process.exit(0);
