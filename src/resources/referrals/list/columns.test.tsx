/** The columns of the list that only our server has: the owner and the waiting time. */
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Role } from '../../../../contract/constants';
import { stubMeta, stubMetaWithout } from '../../../../tests/support/ourServer';
import {
  type Answers,
  findTable,
  makeReferral,
  renderStaffApp,
  stubReferralList,
} from '../../../../tests/support/staffApp';
import { writeCookie } from '../../../i18n/cookies';
import { RESOURCES } from '../../../app/routes';

const REFERRALS = [
  makeReferral({ owner: { id: 'o1', fullname: 'Alex Moreau' } }),
  makeReferral({ _id: 'r2', first_name: 'Kim' }),
];
const LAYOUT = { path: `/${RESOURCES.referrals}` };

afterEach(() => writeCookie('tableLayout', '', LAYOUT));

async function openList(answers: Answers = {}, role?: Role) {
  const app = await renderStaffApp({
    role,
    answers: { ...stubReferralList(REFERRALS), ...answers },
  });
  const table = within(await findTable());
  const head = (name: string | RegExp) => table.getByRole('columnheader', { name });
  const heads = () => table.getAllByRole('columnheader').map(({ textContent }) => textContent);
  const lastQuery = () => app.inputsOf('listWorklist').at(-1)?.body;
  return { ...app, table, head, heads, lastQuery };
}

describe('the owner of a referral', () => {
  it('has a column of its own, also where nobody works on it', async () => {
    const { table } = await openList();
    const row = (name: RegExp) => within(table.getByRole('row', { name }));
    expect(row(/Robin/).getByRole('cell', { name: 'Alex Moreau' })).toBeVisible();
    expect(row(/Kim/).getByRole('cell', { name: /Nobody yet/ })).toBeVisible();
    expect(row(/Robin/).getByRole('cell', { name: 'Pending' })).toBeVisible();
  });

  it('filters by a click on its head: mine, then those of nobody, then all', async () => {
    const { user, lastQuery } = await openList();
    const head = () => screen.getByRole('columnheader', { name: /^Assigned to/ });
    const click = () => user.click(within(head()).getByRole('button'));
    expect(head()).toHaveTextContent(/^Assigned to$/);
    expect(within(head()).getByTitle('Show: Mine')).toBeVisible();
    for (const [owner, shown, next] of [
      ['me', 'Mine', 'Unassigned'],
      ['nobody', 'Unassigned', 'All'],
      [undefined, '', 'Mine'],
    ] as const) {
      await click();
      await waitFor(() => expect((lastQuery() as { owner?: string }).owner).toBe(owner));
      expect(head()).toHaveTextContent(`Assigned to ${shown}`.trim());
      expect(within(head()).getByTitle(`Show: ${next}`)).toBeVisible();
    }
    expect(head()).not.toHaveAttribute('aria-sort');
  });

  it('filters nothing for a manager, who owns no referrals', async () => {
    const { head } = await openList({}, 'MANAGER');
    expect(within(head('Assigned to')).queryByRole('button')).toBeNull();
  });

  it('has no column on a server without owners', async () => {
    const { heads } = await openList(stubMetaWithout('owners'));
    expect(heads()).not.toContain('Assigned to');
    expect(heads()).toContain('Waiting business days');
  });
});

describe('the waiting time', () => {
  it('sorts: the longest waiting first, then the shortest', async () => {
    const { user, head, lastQuery, table } = await openList();
    const sorted = () =>
      table
        .getAllByRole('columnheader')
        .filter((each) => each.hasAttribute('aria-sort'))
        .map((each) => [each.textContent, each.getAttribute('aria-sort')]);
    expect(sorted()).toEqual([['Entry Date', 'descending']]);
    for (const [order, direction] of [
      ['desc', 'descending'],
      ['asc', 'ascending'],
    ] as const) {
      await user.click(within(head(/^Waiting/)).getByRole('button'));
      await waitFor(() => expect(lastQuery()).toMatchObject({ sort: 'waiting', order }));
      await waitFor(() => expect(sorted()).toEqual([['Waiting business days', direction]]));
    }
  });

  it('has no column on a server that cannot sort by it', async () => {
    const { heads } = await openList({
      ...stubMeta(['owners']),
      listReferrals: () => ({ items: REFERRALS, pages: 1 }),
    });
    expect(heads()).not.toContain('Waiting business days');
  });
});

it('a layout that is older than the two columns keeps its order, and has them at their places', async () => {
  const order = [
    'referrals.status',
    'referrals.accountStatus',
    'referrals.contactNumber',
    'referrals.site',
    'referrals.sex',
    'referrals.dob',
    'referrals.substances',
    'referrals.trackingId',
    'referrals.referredBy',
    'referrals.entryDate',
    'referrals.notes',
  ];
  const layout = { hidden: ['referrals.sex'], order, widths: {}, isCompact: false };
  writeCookie('tableLayout', encodeURIComponent(JSON.stringify(layout)), LAYOUT);
  window.history.replaceState(null, '', '/admin');
  const { heads } = await openList();
  expect(heads().filter(Boolean)).toEqual([
    'Referral Status',
    'First Name',
    'Last Name',
    'Account Status',
    'Contact Number',
    'Site',
    'Date of Birth',
    'Substances',
    'Assigned to',
    'Tracking ID',
    'Referred By',
    'Entry Date',
    'Waiting business days',
    'Notes',
    'Update Referral',
    'Delete Referral',
  ]);
});
