/**
 * A morning with 40 people on the list of today, two of them referred twice and one colleague ill: walked, and counted as
 * docs/a-morning.md has it.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import { test as base } from './fixtures';
import { createHands, describeCost, documented } from './hands';
import { createSuperuserApi } from './prepare';
import { logIn, rowWith } from './steps';

/** With settings of its own, and so with a server of its own: its lists are counted. */
const test = base.extend<object, { serverSettings: Record<string, string> }>({
  serverSettings: [{ RESPONSE_DAYS: '1' }, { scope: 'worker' }],
});

const DOCUMENTED = documented('docs/a-morning.md');
/** Filing and forty calls take longer than other tests. */
const TIME_LIMIT = 600_000;

const today = () => new Date().toISOString().slice(0, 10);
/** Names without digits, as those could be a part of a number. */
const nameOf = (at: number) =>
  `Morning-${String.fromCodePoint(65 + Math.floor(at / 26))}${String.fromCodePoint(97 + (at % 26))}`;

/** The 40 people; two of them are referred twice, and the last four are those of the colleague who is ill. */
async function fileMorning(url: string): Promise<void> {
  const api = await createSuperuserApi(url);
  const colleague = await api.addSuperuser('Ben Okafor', 'ben@clinic.example');
  const file = (at: number, changes: object = {}) => api.fileReferral(nameOf(at), changes);
  for (let at = 0; at < 22; at += 1) await file(at);
  // Of the first two, a second referral each.
  for (let at = 0; at < 2; at += 1) await file(at);
  // Eight to call back, three whose third call failed, three with More Info Needed.
  for (let at = 22; at < 30; at += 1) {
    await api.addAttempt(await file(at), { outcome: 'voicemail', follow_up: { on: today() } });
  }
  for (let at = 30; at < 33; at += 1) {
    const id = await file(at);
    // The same within two minutes would be one.
    for (const [channel, outcome] of [
      ['text', 'sent'],
      ['letter', 'sent'],
      ['call', 'voicemail'],
    ]) {
      await api.addAttempt(id, { channel, outcome, follow_up: { on: today() } });
    }
  }
  for (let at = 33; at < 40; at += 1) {
    const id = await file(at);
    await api.addAttempt(id, { outcome: 'voicemail', follow_up: { on: today() } });
    if (at < 36) await api.setStatus(id, 'More Info Needed');
    else await api.assignOwner(id, colleague);
  }
}

const question = (page: Page) => page.getByRole('dialog', { name: /^How did the call to/ });
const toDo = (page: Page, count: number) =>
  expect(page.getByText(`${count} to do`, { exact: true }).first()).toBeVisible();

test('a morning with 40 people', async ({ page, server }) => {
  test.setTimeout(TIME_LIMIT);
  await page.setViewportSize({ width: 1440, height: 900 });
  await fileMorning(server.url);
  await page.goto('/login');
  await logIn(page);
  // Two of them have two referrals, in one row each; those of the colleague are in 'Everyone’s'.
  await toDo(page, 36);
  const { cost, click, press } = createHands(page);
  const before = { clicks: 0, keys: 0 };
  /** Compares what was done since the last step with the document. */
  const step = (name: string) => {
    const done = { clicks: cost.clicks - before.clicks, keys: cost.keys - before.keys };
    expect(`${name}: ${DOCUMENTED.get(name)}`).toBe(`${name}: ${describeCost(done)}`);
    Object.assign(before, cost);
  };

  const open = async (row: Locator) => {
    await click(row.getByRole('button', { name: /^Log a call/ }));
    await expect(question(page).getByRole('button', { name: 'No answer' })).toBeVisible();
  };
  const tap = async (name: string) => click(question(page).getByRole('button', { name }));
  const close = async () => {
    await press('Escape');
    await expect(question(page)).toHaveCount(0);
  };
  const log = async (at: number, outcome: string) => {
    await open(rowWith(page, nameOf(at)));
    await tap(outcome);
    await expect(question(page).getByText(`${outcome}: saved.`)).toBeVisible();
  };
  const logAll = async (from: number, to: number, outcome: string) => {
    for (let at = from; at < to; at += 1) {
      await log(at, outcome);
      await close();
    }
  };
  const setStatus = async () => {
    await tap('Set status');
    await expect(question(page).getByText(/^The status is now/)).toBeVisible();
    await close();
  };

  // Who was referred twice is called once, for both.
  await open(rowWith(page, nameOf(0)));
  await expect(question(page).getByRole('checkbox', { name: /^Also save it/ })).toBeChecked();
  await tap('No answer');
  await close();
  await logAll(1, 2, 'No answer');
  await toDo(page, 34);
  step('2 people who were referred twice, no answer');

  await logAll(2, 12, 'No answer');
  step('10 people, no answer');
  await logAll(12, 16, 'Left voicemail');
  step('4 people, left voicemail');
  for (let at = 16; at < 22; at += 1) {
    await log(at, 'Wants services');
    await setStatus();
  }
  step('6 people want services: Processed');
  await logAll(22, 26, 'No answer');
  step('4 people to call back, no answer');
  for (let at = 26; at < 28; at += 1) {
    await log(at, 'Not now');
    await tap('In 2 weeks');
    await expect(question(page).getByText(/^Saved\. Call back on/)).toBeVisible();
    await close();
  }
  step('2 people, not now: call back in two weeks');
  for (let at = 28; at < 30; at += 1) {
    await log(at, 'Declines');
    await click(question(page).getByRole('radio', { name: 'Gets help somewhere else' }));
    await setStatus();
  }
  step('2 people decline, with a reason');
  for (let at = 30; at < 33; at += 1) {
    await log(at, 'No answer');
    await setStatus();
  }
  step('3 people who did not answer for the fourth time: More Info Needed');
  await logAll(33, 36, 'No answer');
  step('3 people with More Info Needed, no answer');
  await expect(page.getByText('Done for today.')).toBeVisible();

  await click(page.getByRole('button', { name: 'Everyone’s' }));
  await toDo(page, 4);
  await logAll(36, 40, 'No answer');
  step('4 people of the colleague who is ill, no answer');
  await expect(page.getByText('Done for today.')).toBeVisible();
  expect(DOCUMENTED.get('all 40 people')).toBe(describeCost(cost));
});
