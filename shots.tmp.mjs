import { chromium } from 'playwright';
import { readFileSync } from 'node:fs';
const URL = 'http://127.0.0.1:3161';
const EMAIL = 'head@clinic.example', PASSWORD = 'Bright-Meadow-93-Kites';
const T = (l) => { const f = JSON.parse(readFileSync(`contract/languages/${l}.json`)); return { ...f.everyone, ...f.step2, ...f.account, ...f.staff }; };
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
const login = await (await fetch(`${URL}/api/auth/login`, { method: 'POST', body: new URLSearchParams({ username: EMAIL, password: PASSWORD }) })).json();
const post = async (p, b) => { const r = await fetch(`${URL}/api${p}`, { method: 'POST', headers: { 'content-type': 'application/json', authorization: `Bearer ${login.access_token}` }, body: JSON.stringify(b) }); const t = await r.text(); if (!r.ok) console.log(p, r.status, t); return JSON.parse(t); };
const sites = await (await fetch(`${URL}/api/sites/all`)).json();
const site = sites.find((s) => s.name === 'Location Not Listed');
const file = (n, o) => post('/referral/add', { substance: ['Opioid-related'], site: { value: site._id, label: site.name }, first_name: 'Robin', last_name: n, contact_number: `(555) 010-${Math.floor(1000 + Math.random() * 8999)}`, sex: 'Female', dob: '2007-01-31', notes: '', ...o });
if (process.argv[2] === 'seed') {
  await file('Full', { preferred_language: 'es', may_voicemail: false, may_text: true, reach_note: 'After 3 PM. An aunt may answer. She does not know why we call.' });
  await file('Allowed', { preferred_language: 'en', may_voicemail: true, may_text: true });
  await file('Nothing', { may_voicemail: false, may_text: false });
  await file('Long', { preferred_language: 'other', may_voicemail: false, may_text: false, reach_note: 'x'.repeat(50) + ' ' + 'Only on Mondays, Wednesdays and Fridays between three and five in the afternoon, please, not earlier. '.repeat(1) });
  await file('Silent', {});
}
for (const [lang, locale] of [['en', 'en-US'], ['es', 'es-MX']]) for (const width of [360, 1280]) {
  const t = T(lang);
  for (const scheme of width === 360 && lang === 'en' ? ['light', 'dark'] : ['light']) {
  const c = await browser.newContext({ locale, viewport: { width, height: 800 }, colorScheme: scheme });
  const page = await c.newPage();
  const shot = (n, o = {}) => page.screenshot({ path: `/tmp/reach-shots/${n}-${width}-${lang}${scheme === 'dark' ? '-dark' : ''}.png`, ...o });
  page.on('console', (m) => m.type() === 'error' && console.log('console', m.text()));
  await page.goto(URL);
  await page.getByLabel(t.referralForm.substance, { exact: true }).click();
  await page.getByRole('option').first().click();
  await page.keyboard.press('Escape');
  await page.getByLabel(t.referralForm.site, { exact: true }).click();
  await page.getByRole('option').first().click();
  await page.getByRole('button', { name: t.referralForm.next, exact: true }).click();
  await page.getByRole('radiogroup', { name: t.reachForm.voicemail }).getByRole('radio', { name: t.reachForm.no, exact: true }).check();
  await page.getByLabel(t.reachForm.note, { exact: true }).fill('After 3 PM. An aunt may answer. She does not know why we call, so please do not tell her. Thank you very much for being so careful about all of this, always.');
  await shot('form', { fullPage: true });
  await page.evaluate((p) => { localStorage.setItem('token', p.access_token); localStorage.setItem('refresh_token', p.refresh_token); }, await (await fetch(`${URL}/api/auth/login`, { method: 'POST', body: new URLSearchParams({ username: EMAIL, password: PASSWORD }) })).json());
  page.on('dialog', (d) => d.accept());
  await page.goto(`${URL}/admin`);
  await page.locator('[data-row]').first().waitFor();
  await page.waitForTimeout(800);
  await shot('list');
  for (const who of ['Full', 'Allowed', 'Silent', 'Long']) {
    await page.getByRole('link', { name: new RegExp(`^Robin ${who}`) }).first().click();
    await page.getByRole('dialog').waitFor();
    await page.getByRole('list', { name: t.reach.title }).waitFor();
    await page.waitForTimeout(500);
    await shot(`record-${who}`);
    if (who === 'Full') {
      await page.emulateMedia({ media: 'print' });
      await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
      await shot('print', { fullPage: true });
      await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
      await page.emulateMedia({ media: 'screen' });
      await page.getByRole('button', { name: t.correction.open }).click();
      await page.getByRole('radiogroup', { name: t.reachForm.text }).scrollIntoViewIfNeeded();
      await page.waitForTimeout(300);
      await shot('correction');
      await page.keyboard.press('Escape');
      const compare = page.getByRole('button', { name: t.duplicates.compare });
      if (await compare.count()) { await compare.first().click(); await page.waitForTimeout(800); await shot('compare'); await page.keyboard.press('Escape'); await page.waitForTimeout(300); }
    }
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  await c.close();
  }
}
// 1440 table
const c = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 600 } });
const page = await c.newPage();
await page.goto(URL + '/login');
await page.evaluate((p) => { localStorage.setItem('token', p.access_token); localStorage.setItem('refresh_token', p.refresh_token); }, login);
await page.goto(`${URL}/admin`); await page.locator('[data-row]').first().waitFor(); await page.waitForTimeout(800);
await page.screenshot({ path: '/tmp/reach-shots/list-1440-en.png' });
await browser.close();
