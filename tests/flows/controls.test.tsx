/**
 * The controls that each kind of user sees at each address (spec section 6), against a table written by hand.
 * tests/access/permissionMatrix tests that the server refuses the calls in any case, and RequireAccess.test.tsx that the route
 * guard redirects from every forbidden address. So by default each user opens every permitted address and one forbidden address,
 * and every address when EXHAUSTIVE.
 */
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { ROLES, type Role } from '../../contract/constants';
import { createClient } from '../../src/api/client';
import type { Send } from '../../src/api/middleware';
import { App } from '../../src/App';
import { createSessionStore } from '../../src/authProvider/sessionStore';
import { createI18n } from '../../src/i18n/createI18n';
import { createFeatures } from '../../src/app/services';
import { readSettings } from '../../src/app/settings';
import { makeAccount } from '../support/stubAccounts';
import { EXHAUSTIVE } from '../support/exhaustive';
import { memoryStorage, pairFor } from '../support/fakeSession';
import { WAIT_OPTIONS } from '../support/renderApp';
import { report } from '../support/report';
import { setDesktopWidth } from '../support/screenWidth';
import { OUR_SERVER, stubReferralList } from '../support/ourServer';
import { makeReferral } from '../support/staffApp';
import { createStubSend, type StubAnswers } from '../support/stubSend';

let cells = 0;
beforeEach(setDesktopWidth);
afterAll(() => report('cells of control × person × address', cells));

const ANSWERS: StubAnswers = {
  ...OUR_SERVER,
  ...stubReferralList([makeReferral()]),
  listSites: () => [{ _id: 's1', name: 'Northside High' }],
  listManagers: () => [{ _id: 'm1', fullname: 'Morgan Manager' }],
  countReferrals: () => ({ count: 1 }),
  listPendingAccounts: () => ({
    items: [makeAccount({ _id: 'a2', fullname: 'Wren Waiting', approved: false })],
    pages: 1,
  }),
  listAccounts: () => ({ items: [makeAccount()], pages: 1 }),
  listHeld: () => ({ items: [{ ...makeReferral(), hold_reason: 'trap' }], pages: 1 }),
  countHeld: () => ({ count: 1 }),
  countDeleted: () => ({ count: 2, days: 30 }),
  listAudit: () => [],
};

/** The length header of the audit list. */
const contentRange = (name: string) =>
  name.toLowerCase() === 'content-range' ? 'audit 0-0/0' : undefined;

type Person = Role | 'visitor' | `unapproved ${Role}`;
const UNAPPROVED = ROLES.map((role) => `unapproved ${role}` as const);
const PEOPLE: readonly Person[] = ['visitor', ...ROLES, ...UNAPPROVED];

async function open(person: Person, path: string) {
  window.history.replaceState(null, '', path);
  const session = createSessionStore(memoryStorage());
  const role = person.replace('unapproved ', '') as Role;
  if (person !== 'visitor') session.signIn(pairFor(role, { approved: person === role }));
  const stub = createStubSend(ANSWERS);
  const send: Send = async (call) => ({ ...(await stub.send(call)), header: contentRange });
  const api = createClient('/api', session, send);
  const settings = readSettings({ apiUrl: '/api', learnMoreUrl: 'https://clinic.example/' });
  const services = { api, session, settings, features: createFeatures(api) };
  render(<App services={services} i18n={await createI18n('en')} />);
}

/** By path: waits until the page is complete. */
const COMPLETE: Record<string, () => Promise<unknown>> = {
  '/admin': () => screen.findByRole('cell', { name: 'Harper' }, WAIT_OPTIONS),
  '/profile': () => screen.findByRole('heading', { name: 'Personal Information' }, WAIT_OPTIONS),
  '/accounts/list': () => screen.findByRole('rowheader', { name: 'Pat Doe' }, WAIT_OPTIONS),
  '/sites': () => screen.findByText('Northside High', {}, WAIT_OPTIONS),
  '/held': () => screen.findByRole('heading', { name: 'Possible Spam' }, WAIT_OPTIONS),
  '/deleted': () => screen.findByRole('heading', { name: 'Deleted Referrals' }, WAIT_OPTIONS),
  '/audit': () => screen.findByRole('heading', { name: 'Activity Log' }, WAIT_OPTIONS),
  '/login': () => screen.findByRole('heading', { name: 'Login' }, WAIT_OPTIONS),
  '/': () => screen.findByRole('heading', { name: 'Start Filling Out Referral' }, WAIT_OPTIONS),
};

const SUPERUSER = ['SUPERUSER'] as const;
const STAFF = ['SUPERUSER', 'MANAGER'] as const;
const WITH_PROFILE = ['SUPERUSER', 'MANAGER', 'REFERRAL'] as const;

/** Address → who may open it. All others are redirected to the login or the landing page. */
const OPENS: Record<string, readonly Person[]> = {
  '/admin': STAFF,
  '/profile': WITH_PROFILE,
  '/accounts/list': SUPERUSER,
  '/sites': SUPERUSER,
  '/held': SUPERUSER,
  '/deleted': SUPERUSER,
  '/audit': SUPERUSER,
};

interface Control {
  readonly as: 'button' | 'link' | 'columnheader' | 'form field';
  readonly name: string | RegExp;
  /** Its address, or 'menu' for the menu on every page of the signed-in app. */
  readonly at: string;
  readonly for: readonly Person[];
}

const control = (
  as: Control['as'],
  name: Control['name'],
  at: string,
  who: readonly Person[],
): Control => ({ as, name, at, for: who });

const CONTROLS: readonly Control[] = [
  control('button', 'Add Site', '/admin', SUPERUSER),
  control('button', 'Add Referral', '/admin', STAFF),
  control('button', /^Columns/, '/admin', STAFF),
  control('button', /^Create Login/, '/admin', SUPERUSER),
  control('button', /^Update Referral/, '/admin', SUPERUSER),
  control('button', /^Referral Details/, '/admin', ['MANAGER']),
  control('button', /^Delete Referral/, '/admin', SUPERUSER),
  control('button', /^See Notes/, '/admin', STAFF),
  control('columnheader', 'Delete Referral', '/admin', SUPERUSER),
  control('columnheader', 'Update Referral', '/admin', SUPERUSER),
  control('link', 'Held 1', '/admin', SUPERUSER),
  control('link', 'Deleted 2', '/admin', SUPERUSER),

  control('button', /^Approve/, '/profile', SUPERUSER),
  control('button', 'Add Super User', '/profile', SUPERUSER),

  control('button', 'Add Admin User', '/accounts/list', SUPERUSER),
  control('button', 'Update Pat Doe', '/accounts/list', SUPERUSER),
  control('button', 'Approve Wren Waiting', '/accounts/list', SUPERUSER),
  control('button', 'Deactivate Pat Doe', '/accounts/list', SUPERUSER),

  control('button', 'Add Site', '/sites', SUPERUSER),
  control('button', 'Edit Northside High', '/sites', SUPERUSER),
  control('button', 'Delete Northside High', '/sites', SUPERUSER),

  control('link', /^Referrals/, 'menu', STAFF),
  control('link', 'Account List', 'menu', SUPERUSER),
  control('link', 'Sites', 'menu', SUPERUSER),
  control('link', /^Possible Spam/, 'menu', SUPERUSER),
  control('link', 'Deleted', 'menu', SUPERUSER),
  control('link', 'Activity Log', 'menu', SUPERUSER),
  control('link', 'Your Profile', 'menu', WITH_PROFILE),
];

const find = (part: Pick<typeof screen, 'queryAllByRole'>, { as, name }: Control) =>
  part.queryAllByRole(as, { name });

function redirectTarget(person: Person, path: string): string {
  if (OPENS[path]?.includes(person)) return path;
  return person === 'visitor' ? '/login' : '/';
}

/** The addresses a user opens: all permitted ones, and one forbidden one, which rotates over the users. */
function addressesFor(person: Person): string[] {
  const addresses = Object.keys(OPENS);
  const allowed = addresses.filter((path) => OPENS[path]?.includes(person));
  const refused = addresses.filter((path) => !allowed.includes(path));
  const one = refused.filter((_path, index) => index === PEOPLE.indexOf(person) % refused.length);
  return [...allowed, ...(EXHAUSTIVE ? refused : one)];
}

describe.each(PEOPLE)('%s', (person) => {
  it.each(addressesFor(person))('sees at %s exactly the controls of the table', async (path) => {
    await open(person, path);
    const target = redirectTarget(person, path);
    await COMPLETE[target]?.();
    expect(window.location.pathname).toBe(target);
    const menu = screen.queryByRole('navigation', { name: 'Staff menu' });
    expect(menu !== null).toBe(target === path);

    for (const each of CONTROLS) {
      const isMenu = each.at === 'menu';
      if (isMenu && !menu) continue;
      const part = isMenu && menu ? within(menu) : screen;
      const isOffered = each.for.includes(person) && (isMenu || each.at === target);
      const belongsElsewhere = !isMenu && each.at !== target;
      if (belongsElsewhere && each.for.includes(person)) continue;
      // Wait for controls that depend on a response.
      if (isOffered) {
        await screen.findAllByRole(each.as, { name: each.name }, WAIT_OPTIONS);
      }
      const found = find(part, each).length > 0;
      const cell = { control: String(each.name), at: each.at };
      expect({ ...cell, found }).toEqual({ ...cell, found: isOffered });
      cells += 1;
    }
    cleanup();
  });

  it('sees in the header exactly the controls of the table', async () => {
    await open(person, '/');
    await COMPLETE['/']?.();
    const role = person.replace('unapproved ', '');
    const isVisitor = person === 'visitor';
    const expected = {
      'Log in': isVisitor,
      Register: isVisitor,
      Profile: role === 'REFERRAL',
      Admin: !isVisitor && role !== 'REFERRAL',
      Logout: !isVisitor,
    };
    const header = within(screen.getByRole('banner'));
    for (const [name, isOffered] of Object.entries(expected)) {
      const found = header.queryByRole('button', { name }) !== null;
      expect({ name, found }).toEqual({ name, found: isOffered });
      cells += 1;
    }
  });
});
