import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setDesktopWidth, setPhoneWidth } from '../../../../tests/support/screenWidth';
import { recordAnswers } from '../../../../tests/support/historyFixtures';
import { stubThirdPartyList } from '../../../../tests/support/ourServer';
import {
  makeReferral,
  NO_CONTACT,
  renderStaffApp,
  stubReferralList,
} from '../../../../tests/support/staffApp';
import { stubWorklist } from '../../../../tests/support/worklist';
import type { Contact } from '../../../../contract/entities/contactState';
import type { TodayItem } from '../../../../contract/entities/contact';
import type { Referral } from '../../../../contract/entities/referral';
import { ApiError } from '../../../api/ApiError';
import { setTimeZone } from '../../../i18n/providerTime';

/** A Thursday in Los Angeles. */
const NOW = new Date('2026-12-03T18:00:00Z');

const contact = (changes: Partial<Contact> = {}): Contact => ({
  ...NO_CONTACT,
  ...changes,
});

const makeItem = (changes: Partial<TodayItem> = {}): TodayItem => ({
  ...makeReferral({ entry_date: '2026-12-03T17:00:00Z' }),
  contact: contact(),
  reason: 'noAttempt',
  due_since: '2026-12-03',
  also: [],
  ...changes,
});

const attempt = (at: string, outcome: string) => ({
  id: at,
  at,
  channel: 'call',
  whom: 'person',
  outcome,
});

const ANSWER = {
  attempt: attempt('2026-12-03T18:00:00Z', 'noAnswer'),
  undo_until: '2026-12-03T18:00:10Z',
  follow_up: { on: '2026-12-04', at: null },
  others: [],
};

/** Ada, Ben and Cleo are due. */
const PEOPLE = ['Ada', 'Ben', 'Cleo'].map((first_name, at) =>
  makeItem({ _id: `r${at + 1}`, first_name }),
);

interface Served {
  items?: TodayItem[];
  fromBefore?: TodayItem[];
  held?: number;
  left?: number;
  next?: string | null;
  /** What `getReferral` answers, by id. */
  now?: Record<string, Referral>;
}

/** A server whose list the test changes. */
function serve(state: Served) {
  return {
    ...recordAnswers,
    listToday: ({ query }: { query?: unknown }) => {
      const { group = 'due' } = query as { group?: string };
      const { items = [], fromBefore = [], held = 0, left = 0, next = null } = state;
      const shown = group === 'due' ? items : fromBefore;
      return {
        items: shown,
        total: shown.length,
        pages: 1,
        count: items.length,
        from_before: fromBefore.length,
        held,
        left,
        next,
      };
    },
    changeReferrals: ({ body }: { body?: unknown }) => {
      const { items } = body as { items: { id: string }[] };
      return { results: items.map(({ id }) => ({ id, outcome: 'done' })) };
    },
    countToday: () => ({ count: state.items?.length ?? 0 }),
    getReferral: ({ params }: { params?: { id: string } }) => {
      const found = state.now?.[params?.id ?? ''];
      if (!found) throw new ApiError('status', { status: 404, detail: 'Not Found' });
      return found;
    },
  };
}

const openToday = (state: Served, options: Parameters<typeof renderStaffApp>[0] = {}) =>
  renderStaffApp({
    path: '/today',
    ...options,
    answers: { ...serve(state), ...options.answers },
  });

const findTable = () =>
  screen.findByRole('table', { name: 'To do today, the most pressing first' });
const rowOf = async (name: string) =>
  within(await findTable()).getByRole('row', { name: new RegExp(name) });
const namesShown = () =>
  screen
    .getAllByRole('link', { name: / Harper$/ })
    .filter((link) => link.matches('[data-row-opener]'))
    .map((link) => link.textContent);
/** The number beside the heading; the menu has it, too. */
const toDo = (count: number) => screen.findByText(`${count} to do`, { selector: 'p' });
/** Changes a person's status, after which all lists are read again. */
async function change(user: UserEvent, name: string) {
  await user.click(within(await rowOf(name)).getByRole('checkbox'));
  await user.click(await screen.findByRole('button', { name: 'Set status' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Processed' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await user.click(dialog.getByRole('button', { name: 'Set status' }));
}

beforeEach(() => {
  setDesktopWidth();
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  setTimeZone('America/Los_Angeles');
});
afterEach(() => {
  vi.useRealTimers();
  setTimeZone('');
  document.cookie = 'todayView=mine; path=/today; max-age=0';
});

describe('a row', () => {
  it.each<[Partial<TodayItem>, string, string]>([
    [{ reason: 'pastStandard', due_since: '2026-11-30' }, 'First call late', 'since Mon, Nov 30'],
    [
      {
        reason: 'pastStandard',
        due_since: '2026-11-24',
        contact: contact({ attempts: [attempt('2026-11-24T18:00:00Z', 'noAnswer')] }),
      },
      'Second call late',
      'since Tue, Nov 24',
    ],
    [
      {
        reason: 'failedOften',
        due_since: '2026-12-02',
        contact: contact({
          attempts: ['2026-11-24', '2026-11-30', '2026-12-02'].map((day) =>
            attempt(`${day}T18:00:00Z`, 'noAnswer'),
          ),
        }),
      },
      '3 calls failed: more info?',
      'since yesterday',
    ],
    [
      {
        reason: 'callBackDue',
        contact: contact({ follow_up: { on: '2026-12-03', at: '16:00', by: null } }),
      },
      'Call back due',
      'due today, 4:00 PM',
    ],
    [{ reason: 'noAttempt' }, 'New: call today', 'due today'],
    [{ reason: 'moreInfo' }, 'More info needed', 'due today'],
    [{ reason: 'ownerLeft' }, 'Owner left', 'due today'],
    [{ reason: 'noNextStep' }, 'No next step set', 'due today'],
    [{ reason: 'somethingNew' as 'noAttempt' }, 'somethingNew', 'due today'],
  ])('with %o says %s, %s', async (changes, reason, since) => {
    await openToday({ items: [makeItem(changes)] });
    const row = within(await rowOf('Robin'));
    expect(row.getByText(reason)).toBeVisible();
    const text = row.getByText(reason).closest('td')?.textContent?.replaceAll(/\s/g, ' ');
    expect(text).toContain(since);
  });

  it('has the number, the site, the attempts, the owner and the status', async () => {
    await openToday({
      items: [
        makeItem({
          owner: { id: 'u2', fullname: 'Mia Torres' },
          may_voicemail: false,
          contact: contact({
            attempts: ['2026-12-01T18:00:00Z', '2026-12-02T18:00:00Z'].map((at) =>
              attempt(at, 'voicemail'),
            ),
          }),
        }),
      ],
    });
    const row = within(await rowOf('Robin'));
    const texts = ['(555) 010-2030', 'Northside High', 'Mia Torres', 'Pending', 'no voicemail'];
    for (const text of texts) expect(row.getByText(text)).toBeVisible();
    expect(row.getByText('2 attempts, voicemail yesterday')).toBeVisible();
    expect(row.getByRole('link', { name: '(555) 010-2030' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^tel:/),
    );
    expect(await row.findByRole('button', { name: 'Log a call Robin Harper' })).toBeVisible();
  });

  const also = (changes: Partial<TodayItem['also'][number]>) => ({
    _id: 'r9',
    tracking_id: 'R-1',
    referred_by: 'Ana Ruiz',
    site: 'Eastside',
    status: 'Pending',
    resting_until: null,
    ...changes,
  });

  it('saves an attempt for all open referrals of the person, or for one', async () => {
    const { user, inputsOf } = await openToday(
      { items: [makeItem({ also: [also({}), also({ _id: 'r7', status: 'Processed' })] })] },
      { answers: { addContactAttempt: () => ANSWER } },
    );
    const log = await screen.findByRole('button', { name: 'Log a call Robin Harper' });
    await user.click(log);
    const dialog = within(await screen.findByRole('dialog', { name: /^How did the call to/ }));
    const all = await dialog.findByRole('checkbox', {
      name: 'Also save it for the other open referral of this person',
    });
    expect(all).toBeChecked();
    await user.click(dialog.getByRole('button', { name: 'No answer' }));
    await user.click(await dialog.findByRole('button', { name: 'Log another' }));
    await user.click(
      dialog.getByRole('checkbox', { name: /^Also save it for the other open referral/ }),
    );
    await user.click(dialog.getByRole('button', { name: 'No answer' }));
    await dialog.findByText('No answer: saved.');
    const body = { id: 'r1', channel: 'call', whom: 'person', outcome: 'noAnswer' };
    expect(inputsOf('addContactAttempt').map((input) => input.body)).toEqual([
      { ...body, also: ['r9'] },
      body,
    ]);
  });

  it('names who else has referred the person, and what rests or is closed', async () => {
    await openToday({
      items: [
        makeItem({
          also: [
            also({}),
            also({ _id: 'r8', referred_by: null, resting_until: '2026-12-07' }),
            also({ _id: 'r7', referred_by: 'Bo', status: 'Processed' }),
          ],
        }),
      ],
    });
    const row = await rowOf('Robin');
    const text = row.textContent?.replaceAll(/[\u2068\u2069]/g, '').replaceAll(/\s/g, ' ');
    expect(text).toContain('Also referred by Ana Ruiz, Eastside');
    expect(text).toContain('Guest, Eastside (rests until Mon, Dec 7)');
    expect(text).toContain('Bo, Eastside (Processed)');
  });

  it('on a phone has the same, with a button that calls', async () => {
    setPhoneWidth();
    await openToday({ items: [makeItem()] }, { language: 'es' });
    const list = within(
      await screen.findByRole('list', { name: 'Para hoy, lo más urgente primero' }),
    );
    expect(list.getByText('Nueva: llame hoy')).toBeVisible();
    expect(list.getByText('Northside High')).toBeVisible();
    expect(list.getByRole('link', { name: /^Llamar a.*Robin Harper/ })).toBeVisible();
  });
});

it('has no page after the last one', async () => {
  await openToday({ items: PEOPLE });
  expect(await screen.findByText('1–3 of 3')).toBeVisible();
  expect(screen.queryByRole('navigation', { name: 'Pages of what is to do today' })).toBeNull();
});

it('opens a record over the list, and goes on to the next person and back', async () => {
  const { user, address } = await openToday({ items: PEOPLE });
  await user.click(await screen.findByRole('link', { name: 'Ada Harper' }));
  expect(await screen.findByRole('dialog', { name: /Ada Harper$/ })).toBeVisible();
  expect(address()).toMatch(/^\/today\/r1/);
  await user.keyboard('j');
  expect(await screen.findByRole('dialog', { name: /Ben Harper$/ })).toBeVisible();
  await user.keyboard('k');
  expect(await screen.findByRole('dialog', { name: /Ada Harper$/ })).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(address()).toBe('/today'));
});

describe('a finished row', () => {
  const closed = (first_name: string) =>
    makeReferral({ first_name, status: 'Processed', contact: contact() });

  it('stays in its place with what became of it, is not counted, and cannot be selected', async () => {
    const state: Served = { items: PEOPLE };
    const { user } = await openToday(state);
    expect(await toDo(3)).toBeVisible();
    state.items = [PEOPLE[0], PEOPLE[2]] as TodayItem[];
    state.now = {
      r2: {
        ...makeReferral({ _id: 'r2', first_name: 'Ben' }),
        contact: contact({ follow_up: { on: '2026-12-07', at: null, by: null } }),
      },
    };
    await change(user, 'Ben');
    expect(await screen.findByText(/Done: comes back on/)).toBeVisible();
    expect(namesShown()).toEqual(['Ada Harper', 'Ben Harper', 'Cleo Harper']);
    expect(await toDo(2)).toBeVisible();
    expect(within(await rowOf('Ben')).queryByRole('checkbox')).toBeNull();
    expect(within(await rowOf('Ada')).getByRole('checkbox')).toBeVisible();
    // The view, chosen again, is the list as it is now.
    await user.click(screen.getByRole('button', { name: 'Mine and unassigned' }));
    await waitFor(() => expect(namesShown()).toEqual(['Ada Harper', 'Cleo Harper']));
  });

  it.each<[string, Referral | null, RegExp]>([
    ['closed', closed('Ada'), /^Done: .?Processed/],
    ['deleted', null, /^Deleted, or no longer yours to see$/],
    [
      'due tomorrow',
      makeReferral({
        contact: contact({ follow_up: { on: '2026-12-04', at: null, by: null } }),
      }),
      /^Done: comes back tomorrow$/,
    ],
    [
      'assigned to a colleague',
      makeReferral({ contact: contact(), owner: { id: 'u2', fullname: 'Mia Torres' } }),
      /^Done: now with .?Mia Torres/,
    ],
  ])('that is %s says so', async (_what, now, text) => {
    // In development, react-admin logs a referral that is not found.
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const state: Served = { items: PEOPLE };
    const { user } = await openToday(state);
    await toDo(3);
    state.items = PEOPLE.slice(1);
    if (now) state.now = { r1: { ...now, _id: 'r1', first_name: 'Ada' } };
    await change(user, 'Ada');
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('that was the last one ends the day, and says when the next comes', async () => {
    const state: Served = { items: PEOPLE.slice(0, 1), now: { r1: closed('Ada') } };
    const { user } = await openToday(state);
    await toDo(1);
    Object.assign(state, { items: [], next: '2026-12-07' });
    await change(user, 'Ada');
    const done = (await screen.findByText(/^Done for today\./)).closest('p');
    expect(done?.textContent.replaceAll(/[\u2068\u2069]/g, '').replaceAll(/\s/g, ' ')).toBe(
      'Done for today. The next one comes back on Mon, Dec 7.',
    );
    expect(screen.getByRole('link', { name: 'Ada Harper' })).toBeVisible();
  });
});

it('says that there is more to do than it shows, and shows it', async () => {
  const state: Served = { items: PEOPLE.slice(0, 1) };
  const { user } = await openToday(state, { answers: { countToday: () => ({ count: 3 }) } });
  await toDo(1);
  state.items = PEOPLE;
  await user.click(await screen.findByRole('button', { name: '2 more to do: show' }));
  await waitFor(() => expect(namesShown()).toHaveLength(3));
  expect(screen.queryByRole('button', { name: /more to do/ })).toBeNull();
});

describe('the view', () => {
  it("is 'Mine and unassigned', and everyone's a tap away, which the browser remembers", async () => {
    const { user, inputsOf } = await openToday({ items: PEOPLE });
    await toDo(3);
    const mine = screen.getByRole('button', { name: 'Mine and unassigned' });
    expect(mine).toHaveAttribute('aria-pressed', 'true');
    expect(inputsOf('listToday').map(({ query }) => query)).toEqual([
      { view: 'mine', group: 'due', page: 1, size: 25 },
    ]);
    await user.click(screen.getByRole('button', { name: 'Everyone’s' }));
    await waitFor(() =>
      expect(inputsOf('listToday').at(-1)?.query).toMatchObject({ view: 'everyone' }),
    );
    expect(mine).toHaveAttribute('aria-pressed', 'false');
  });
});

describe('around the rows', () => {
  it('hands over what is with people who left: listed and selected at once', async () => {
    const owner = { id: 'u9', fullname: 'Ben Okafor', left: true as const };
    const left = ['Eli', 'Noor'].map((first_name, at) =>
      makeReferral({ _id: `l${at}`, first_name, owner, contact: contact() }),
    );
    const { user, inputsOf } = await openToday(
      { items: PEOPLE, left: 2 },
      { answers: stubWorklist({ items: left }) },
    );
    await screen.findByText('2 open referrals are still with someone who left');
    await user.click(screen.getByRole('button', { name: 'Hand over' }));
    await screen.findByRole('heading', { level: 1, name: 'Referral List' });
    const boxes = await screen.findAllByRole('checkbox', { name: /^Select (Eli|Noor) Harper/ });
    for (const box of boxes) expect(box).toBeChecked();
    expect(boxes).toHaveLength(2);
    expect(await screen.findByRole('button', { name: 'Assign' })).toBeVisible();
    expect(inputsOf('listWorklist').at(-1)?.body).toMatchObject({ owner: 'left' });
    const owners = await screen.findByRole('combobox', { name: 'Assigned to' });
    await waitFor(() => expect(owners).toHaveDisplayValue('Owner left'));
  });

  it('hands over nothing where nobody left', async () => {
    await openToday({ items: PEOPLE });
    await findTable();
    expect(screen.queryByRole('button', { name: 'Hand over' })).toBeNull();
  });

  it('says how many are held, with a link', async () => {
    await openToday({ items: PEOPLE, held: 2 });
    const line = await screen.findByText(/^2 referrals/);
    expect(line).toBeVisible();
    expect(screen.getAllByRole('link').some((link) => link.getAttribute('href') === '/held')).toBe(
      true,
    );
  });

  it('says that nothing is to do, and when the next comes', async () => {
    await openToday({ next: '2026-12-04' });
    expect(await screen.findByText('Nothing to do today')).toBeVisible();
    expect(screen.getByText(/^The next one comes back on/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'See all referrals' })).toHaveAttribute(
      'href',
      '/admin',
    );
  });

  it('reports a list that cannot be loaded', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await openToday(
      {},
      {
        answers: {
          listToday: () => {
            throw new ApiError('status', { status: 422 });
          },
        },
      },
    );
    expect(await screen.findByText('What is to do today could not be loaded.')).toBeVisible();
  });
});

describe('what is open from before the upgrade', () => {
  const before = makeItem({ _id: 'b1', first_name: 'Bea', reason: 'fromBefore' });

  it('is folded and not counted, opens, and closes', async () => {
    const { user } = await openToday({ items: PEOPLE, fromBefore: [before] });
    expect(await toDo(3)).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Bea Harper' })).toBeNull();
    const group = () => screen.findByRole('button', { name: 'From before this version: 1' });
    expect(await group()).toHaveAttribute('aria-expanded', 'false');
    await user.click(await group());
    expect(await screen.findByRole('link', { name: 'Bea Harper' })).toBeVisible();
    expect(within(await rowOf('Bea')).getByRole('checkbox')).toBeVisible();
    expect(await group()).toHaveAttribute('aria-expanded', 'true');
    await user.click(await group());
    expect(await screen.findByRole('link', { name: 'Ada Harper' })).toBeVisible();
  });
});

describe('the way there', () => {
  const allNames = () =>
    within(screen.getByRole('navigation', { name: 'Staff menu' }))
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'));

  it('is first in the menu and before the tabs of the list, with its count', async () => {
    const answers = { ...stubReferralList(PEOPLE), countToday: () => ({ count: 3 }) };
    await renderStaffApp({ answers });
    const tab = await screen.findByRole('link', { name: 'To do today 3' });
    expect(tab).toHaveAttribute('href', '/today');
    const menu = await screen.findByRole('link', { name: 'To do today', description: '3 to do' });
    expect(menu).toHaveAttribute('href', '/today');
    expect(allNames()[0]).toBe('/today');
  });

  it.each([
    ['of a site marked as ours has it', true, '/today'],
    ['without such a site is led to all referrals', false, '/admin'],
  ])('a manager %s', async (_what, may_act, expected) => {
    const { address } = await openToday(
      { items: PEOPLE },
      {
        role: 'MANAGER',
        answers: {
          getFollowUpRules: () => ({
            time_zone: 'America/Los_Angeles',
            holidays: [],
            response_days: 1,
            failed_attempts: 3,
            may_act,
          }),
        },
      },
    );
    await screen.findByRole('heading', {
      level: 1,
      name: may_act ? 'To do today' : 'Referral List',
    });
    expect(address()).toBe(expected);
    await waitFor(() => expect(allNames()[0]).toBe(expected));
  });

  it('is absent with a server that does not have it', async () => {
    const { address } = await renderStaffApp({
      path: '/today',
      answers: stubThirdPartyList([makeReferral()]),
    });
    await screen.findByRole('heading', { level: 1, name: 'Referral List' });
    expect(address()).toBe('/admin');
    expect(screen.queryByRole('link', { name: /^To do today/ })).toBeNull();
  });
});
