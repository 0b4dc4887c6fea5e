/**
 * The everyday tasks of docs/everyday-tasks.md, on both engines, with what each costs: clicks, and keys besides text. Choosing
 * from a list counts as two clicks.
 */
import { expect, type Page } from '@playwright/test';
import pg from 'pg';
import { startPostgres } from '../../scripts/programs/realPostgres';
import { test as onEmbedded } from './fixtures';
import { createHands, describeCost, documented, takeCalls } from './hands';
import { SUPERUSER } from '../support/superuser';
import { createSuperuserApi } from './prepare';
import { addDays } from '../../contract/calendarDays';
import { logIn, openSignedIn, rowWith, signIn } from './steps';

const onServer = onEmbedded.extend<object, { serverSettings: Record<string, string> }>({
  serverSettings: [
    async ({ playwright: _none }, use) => {
      const postgres = await startPostgres();
      const database = new pg.Client(`${postgres.url}/postgres`);
      await database.connect();
      await database.query('create database everyday');
      await database.end();
      await use({ DATABASE_URL: `${postgres.url}/everyday` });
      await postgres.remove();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

/** What each task costs according to the document: the last column of its table. */
const DOCUMENTED = documented('docs/everyday-tasks.md');

interface Task {
  readonly name: string;
  /** @param lastName of the task's own referrals */
  readonly run: (
    page: Page,
    hands: ReturnType<typeof createHands>,
    api: Awaited<ReturnType<typeof createSuperuserApi>>,
    lastName: string,
  ) => Promise<void>;
}

const openers = (page: Page) => page.locator('[data-row-opener]');
const searchBox = (page: Page) => page.getByLabel('Find by name, birth date, phone or tracking ID');
const record = (page: Page) => page.getByRole('dialog', { name: /^Referral Status for:/ });

/** Shows the referrals of one last name, which is no part of a task. */
async function showOnly(page: Page, lastName: string, count: number) {
  await searchBox(page).fill(lastName);
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-row]')).toHaveCount(count);
}

/** Waits until all rows of the page are rendered, as many as its range says; the first ones are there before. */
const expectAllRows = (page: Page) =>
  expect(async () => {
    const range = await page.getByText(/^[\d,]+–[\d,]+ of [\d,]+$/).textContent();
    const [from = 0, to = 0] = (range?.match(/[\d,]+/g) ?? []).map((part) =>
      Number(part.replaceAll(',', '')),
    );
    expect(await page.locator('[data-row]').count()).toBe(to - from + 1);
  }).toPass();

/** Opens what is to do today, and the page with a person, which is no part of a task. */
async function openToday(page: Page, lastName: string) {
  await openSignedIn(page, '/today');
  const row = rowWith(page, lastName);
  const first = openers(page).first();
  await expectAllRows(page);
  while (!(await row.first().isVisible())) {
    const shown = (await first.getAttribute('href')) ?? '';
    await page.getByRole('button', { name: 'Next' }).click();
    // The range has the number of the next page at once, its rows come later.
    await expect(first).not.toHaveAttribute('href', shown);
    await expectAllRows(page);
  }
  return row;
}

const callQuestion = (page: Page) => page.getByRole('dialog', { name: /^How did the call to/ });

/** The next Thursday that is not before tomorrow. */
function nextThursday(): string {
  const today = new Date().toISOString().slice(0, 10);
  const days = Array.from({ length: 7 }, (_, index) => addDays(today, index + 2));
  return days.find((day) => new Date(`${day}T00:00Z`).getUTCDay() === 4) ?? today;
}

const TASKS: readonly Task[] = [
  {
    name: 'see whom to call today, after the login',
    async run(page, _hands, api, lastName) {
      const id = await api.fileReferral(lastName);
      await page.goto('/login');
      await logIn(page);
      await expect(page.getByRole('heading', { level: 1, name: 'To do today' })).toBeVisible();
      await expect(page.locator('[data-row]').first()).toContainText('call', { ignoreCase: true });
      await api.setStatus(id, 'Processed');
    },
  },
  {
    name: 'note that nobody answered',
    async run(page, { click }, api, lastName) {
      await api.fileReferral(lastName);
      const row = await openToday(page, lastName);
      await click(row.getByRole('button', { name: /^Log a call/ }));
      await click(callQuestion(page).getByRole('button', { name: 'No answer' }));
      await expect(callQuestion(page).getByText('No answer: saved.')).toBeVisible();
    },
  },
  {
    name: 'the same after the phone’s own call',
    async run(page, { click }, api, lastName) {
      await api.fileReferral(lastName);
      await page.setViewportSize({ width: 390, height: 844 });
      const row = await openToday(page, lastName);
      // The phone calls, and throws the page away meanwhile.
      await takeCalls(page);
      await row.getByRole('link', { name: /^Call Robin/ }).click();
      await expect(callQuestion(page)).toBeVisible();
      await page.reload();
      await click(callQuestion(page).getByRole('button', { name: 'No answer' }));
      await expect(callQuestion(page).getByText('No answer: saved.')).toBeVisible();
    },
  },
  {
    name: 'then have it come back on Thursday',
    async run(page, { click, type }, api, lastName) {
      await api.fileReferral(lastName);
      const row = await openToday(page, lastName);
      await row.getByRole('button', { name: /^Log a call/ }).click();
      await callQuestion(page).getByRole('button', { name: 'No answer' }).click();
      await click(callQuestion(page).getByRole('button', { name: 'Another day' }));
      await expect(callQuestion(page).getByLabel('Day', { exact: true })).toBeFocused();
      const [year, month, day] = nextThursday().split('-');
      await type(`${month}${day}${year}`);
      await click(callQuestion(page).getByRole('button', { name: 'Set this day' }));
      await expect(callQuestion(page).getByText(/^Saved\. Call back on Thu,/)).toBeVisible();
    },
  },
  {
    name: 'see all attempts to reach a person',
    async run(page, { click }, api, lastName) {
      const id = await api.fileReferral(lastName);
      for (const outcome of ['noAnswer', 'voicemail', 'wrongNumber']) {
        await api.addAttempt(id, { outcome });
      }
      await signIn(page);
      await showOnly(page, lastName, 1);
      await click(openers(page).first());
      const items = record(page).getByRole('region', { name: 'History' }).getByRole('listitem');
      for (const outcome of ['No answer', 'Left voicemail', 'Wrong number']) {
        await expect(items.filter({ hasText: outcome })).toBeVisible();
      }
    },
  },
  {
    name: 'find who waits longest',
    async run(page, { click }, api, lastName) {
      for (const first_name of ['Ada', 'Bo']) await api.fileReferral(lastName, { first_name });
      await api.setStatus(await api.fileReferral(lastName, { first_name: 'Cy' }), 'Processed');
      await signIn(page);
      await showOnly(page, lastName, 3);
      await click(page.getByRole('columnheader').getByRole('button', { name: /^Waiting/ }));
      await expect(openers(page)).toHaveText([/Ada/, /Bo/, /Cy/]);
    },
  },
  {
    name: 'find the person whose number the phone shows',
    async run(page, { press, type }, api, lastName) {
      await api.fileReferral(lastName, { contact_number: '(555) 746-2290' });
      await signIn(page);
      await expect(rowWith(page, lastName)).toBeVisible();
      await press('/');
      await type('746-22');
      await press('Enter');
      await expect(page.locator('[data-row]')).toHaveCount(1);
      await expect(rowWith(page, lastName)).toBeVisible();
    },
  },
  {
    name: 'from the login to the open record of a person',
    async run(page, { press, type }, api, lastName) {
      await api.fileReferral(lastName);
      await api.fileReferral(`${lastName}-Another`, { first_name: 'Alex' });
      await page.goto('/admin');
      await expect(page.getByRole('heading', { name: 'Login' })).toBeFocused();
      await press('Tab');
      await type(SUPERUSER.email);
      await press('Tab');
      await type(SUPERUSER.password);
      await press('Enter');
      await expect(searchBox(page)).toBeVisible();
      await press('/');
      await type(`Robin ${lastName}`);
      await press('ArrowDown');
      await expect(rowWith(page, lastName).first().locator('[data-row-opener]')).toBeFocused();
      await press('Enter');
      await expect(record(page)).toHaveAccessibleName(`Referral Status for: Robin ${lastName}`);
    },
  },
  {
    name: 'see what has arrived since yesterday',
    async run(page, { click, choose }, api, lastName) {
      await api.fileReferral(lastName);
      await signIn(page);
      await click(page.getByRole('button', { name: 'Filter', exact: true }));
      await choose(page.getByRole('combobox', { name: 'Period', exact: true }), 'Since yesterday');
      await click(page.getByRole('button', { name: 'Submit', exact: true }));
      await expect(page.getByText('Period: Since yesterday').first()).toBeAttached();
      await expect(rowWith(page, lastName)).toBeVisible();
    },
  },
  {
    name: 'set twenty referrals to Processed',
    async run(page, { click }, api, lastName) {
      for (let count = 0; count < 20; count += 1) await api.fileReferral(lastName);
      await signIn(page);
      await showOnly(page, lastName, 20);
      await click(page.getByRole('checkbox', { name: 'Select all on this page' }));
      await click(page.getByRole('button', { name: 'Set status' }));
      await click(page.getByRole('menuitem', { name: 'Processed' }));
      await click(page.getByRole('alertdialog').getByRole('button', { name: 'Set status' }));
      await expect(rowWith(page, 'Processed')).toHaveCount(20);
    },
  },
  {
    name: 'decline with a reason',
    async run(page, { click }, api, lastName) {
      await api.fileReferral(lastName);
      const row = await openToday(page, lastName);
      await click(row.getByRole('button', { name: /^Log a call/ }));
      await click(callQuestion(page).getByRole('button', { name: 'Declines' }));
      await click(callQuestion(page).getByRole('radio', { name: 'Gets help somewhere else' }));
      await click(callQuestion(page).getByRole('button', { name: 'Set status' }));
      await expect(callQuestion(page).getByText(/^The status is now/)).toBeVisible();
    },
  },
  {
    name: 'put back a deleted one',
    async run(page, { click }, api, lastName) {
      await api.deleteReferral(await api.fileReferral(lastName));
      // A desk without referrals has no tabs.
      await api.fileReferral(`Not-${lastName}`);
      await signIn(page);
      await click(page.getByRole('link', { name: /^Deleted \d+$/ }));
      await click(rowWith(page, lastName).getByRole('button', { name: /^Put back/ }));
      await click(page.getByRole('alertdialog').getByRole('button', { name: 'Put back' }));
      await expect(page.getByRole('alertdialog')).toHaveCount(0);
      await expect(rowWith(page, lastName)).toHaveCount(0);
      await page.goto('/admin');
      await expect(
        page.getByRole('link', { name: `Robin ${lastName}`, exact: true }),
      ).toBeVisible();
    },
  },
  {
    name: 'correct a misspelt name',
    async run(page, { click, press }, api, lastName) {
      await api.fileReferral(lastName, { first_name: 'Robni' });
      await signIn(page);
      await click(rowWith(page, lastName).getByRole('link', { name: /^Robni/ }));
      await click(page.getByRole('button', { name: 'Correct details' }));
      await page.getByLabel('First Name', { exact: true }).last().fill('Robin');
      await press('Enter');
      await expect(record(page)).toHaveAccessibleName(`Referral Status for: Robin ${lastName}`);
      await expect(record(page).getByRole('region', { name: 'History' })).toContainText('Robni');
    },
  },
  {
    name: 'note a call',
    async run(page, { click, press, type }, api, lastName) {
      await api.fileReferral(lastName);
      await signIn(page);
      await click(rowWith(page, lastName).getByRole('link', { name: /^Robin/ }));
      await click(record(page).getByLabel('Add a note'));
      await type('Called, no answer.');
      await press('Control+Enter');
      const history = record(page).getByRole('region', { name: 'History' });
      await expect(history.getByRole('listitem').first()).toContainText('Called, no answer.');
    },
  },
  {
    name: 'go on to the next person',
    async run(page, { press }, api, lastName) {
      for (const first_name of ['Bo', 'Ada']) await api.fileReferral(lastName, { first_name });
      await signIn(page);
      await showOnly(page, lastName, 2);
      await openers(page).first().click();
      await expect(record(page)).toHaveAccessibleName(`Referral Status for: Ada ${lastName}`);
      await press('j');
      await expect(record(page)).toHaveAccessibleName(`Referral Status for: Bo ${lastName}`);
    },
  },
  {
    name: 'hand a referral over to a colleague',
    async run(page, { click, choose }, api, lastName) {
      const colleague = `Colleague ${lastName}`;
      await api.addSuperuser(colleague, `${lastName.toLowerCase()}@clinic.example`);
      await api.fileReferral(lastName);
      await signIn(page);
      await click(rowWith(page, lastName).getByRole('link', { name: /^Robin/ }));
      await choose(record(page).getByLabel('Assigned to'), colleague);
      await click(record(page).getByRole('button', { name: 'Update Referral' }));
      await expect(record(page)).toHaveCount(0);
      await expect(rowWith(page, lastName)).toContainText(colleague);
    },
  },
  {
    name: 'see what has happened to a referral',
    async run(page, { click }, api, lastName) {
      await api.setStatus(await api.fileReferral(lastName), 'More Info Needed');
      await signIn(page);
      await click(rowWith(page, lastName).getByRole('link', { name: /^Robin/ }));
      const items = record(page).getByRole('region', { name: 'History' }).getByRole('listitem');
      await expect(items.first()).toContainText('More Info Needed');
      await expect(items.last()).toContainText('Received from');
    },
  },
  {
    name: 'take over the open referrals of a colleague who leaves',
    async run(page, { click }, api, lastName) {
      const colleague = `${lastName.toLowerCase()}@clinic.example`;
      const id = await api.addSuperuser(`Colleague ${lastName}`, colleague);
      for (let count = 0; count < 3; count += 1) {
        await api.assignOwner(await api.fileReferral(lastName), id);
      }
      await openSignedIn(page, '/accounts/list');
      await click(rowWith(page, colleague).getByRole('button', { name: /^Deactivate/ }));
      const question = page.getByRole('alertdialog');
      await click(question.getByRole('radio', { name: 'Hand all to one person' }));
      await expect(question.getByRole('combobox')).toContainText('Me (');
      await click(question.getByRole('button', { name: 'Deactivate', exact: true }));
      await expect(question).toHaveCount(0);
      await page.goto('/admin');
      await showOnly(page, lastName, 3);
      await expect(page.getByText(`Colleague ${lastName}`)).toHaveCount(0);
    },
  },
  {
    name: 'take over those of a colleague who left before',
    async run(page, { click }, api, lastName) {
      const colleague = `${lastName.toLowerCase()}@clinic.example`;
      const id = await api.addSuperuser(`Colleague ${lastName}`, colleague);
      for (let count = 0; count < 3; count += 1) {
        await api.assignOwner(await api.fileReferral(lastName), id);
      }
      await api.deactivate(id);
      await openSignedIn(page, '/today');
      await click(page.getByRole('button', { name: 'Hand over' }));
      await expect(rowWith(page, lastName)).toHaveCount(3);
      await click(page.getByRole('button', { name: 'Assign', exact: true }));
      await click(page.getByRole('menuitem', { name: /\(me\)/ }));
      await click(page.getByRole('alertdialog').getByRole('button', { name: 'Assign' }));
      await expect(rowWith(page, lastName)).toHaveCount(0);
    },
  },
  {
    name: 'open another referral of the same person',
    async run(page, { click }, api, lastName) {
      for (let count = 0; count < 2; count += 1) await api.fileReferral(lastName);
      await signIn(page);
      await showOnly(page, lastName, 2);
      await openers(page).first().click();
      const others = record(page).getByRole('region', { name: 'Other referrals of this person' });
      await click(others.getByRole('link'));
      await expect(page.getByRole('button', { name: `Back to Robin ${lastName}` })).toBeVisible();
    },
  },
  {
    name: 'compare two referrals that may be of one person',
    async run(page, { click }, api, lastName) {
      await api.fileReferral(`${lastName} Pérez`, { first_name: 'José' });
      await api.fileReferral(`${lastName} Perez`, { first_name: 'Jose' });
      await signIn(page);
      await click(rowWith(page, `${lastName} Perez`).getByRole('link', { name: /^Jose/ }));
      await click(record(page).getByRole('button', { name: 'Compare' }));
      const comparison = page.getByRole('dialog', { name: 'Possible Duplicates' });
      await expect(comparison).toContainText(`José ${lastName} Pérez`);
    },
  },
];

/** The code of 'a': digits in a name could be a part of a tracking ID. */
const FIRST_LETTER = 97;

for (const [engine, test] of [
  ['the embedded database', onEmbedded],
  ['PostgreSQL', onServer],
] as const) {
  test.describe(engine, () => {
    test.use({ viewport: { width: 1440, height: 900 } });
    for (const [index, task] of TASKS.entries()) {
      test(task.name, async ({ page, server }) => {
        const hands = createHands(page);
        const api = await createSuperuserApi(server.url);
        await task.run(page, hands, api, `Task${String.fromCodePoint(FIRST_LETTER + index)}`);
        expect(DOCUMENTED.get(task.name)).toBe(describeCost(hands.cost));
      });
    }
  });
}
