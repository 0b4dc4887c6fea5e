import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { setPhoneWidth } from '../../../../tests/support/screenWidth';
import { stubMetaWithout, stubThirdPartyList } from '../../../../tests/support/ourServer';
import {
  type Answers,
  findTable,
  makeReferral,
  renderStaffApp,
  stubReferralList,
} from '../../../../tests/support/staffApp';
import { ApiError } from '../../../api/ApiError';

const ROBIN = makeReferral();
const OTHER = makeReferral({
  _id: 'r2',
  first_name: 'Róbin',
  contact_number: '+1 555 010 9999',
  status: 'Processed',
  tracking_id: 'R-WXYZ-5678',
  entry_date: '2025-03-01T12:00:00Z',
  notes: 'Called twice',
});
const STRANGER = makeReferral({ _id: 'r3', first_name: 'Sam' });
const SAME = ['name', 'dob'];
const MARK = 'Possible duplicate: same name, same birth date';

/** A server without the other referrals of a person, in whose place the record has a notice. */
const offered: Answers = {
  ...stubMetaWithout('samePerson'),
  ...stubReferralList([ROBIN, STRANGER]),
  getReferral: () => OTHER,
  listDuplicates: () => [
    { _id: 'r1', duplicates: [{ _id: 'r2', same: SAME }], more: false },
    { _id: 'r9', duplicates: [{ _id: 'r1', same: SAME }], more: false },
  ],
  getDuplicates: () => ({
    referral: ROBIN,
    duplicates: [{ ...OTHER, same: SAME }],
    more: false,
  }),
};
const renderList = (answers: Answers = {}, options: Parameters<typeof renderStaffApp>[0] = {}) =>
  renderStaffApp({ ...options, answers: { ...offered, ...answers } });

async function openRecord(answers?: Answers) {
  const app = await renderList(answers);
  await app.user.click(within(await findTable()).getByRole('link', { name: /^Robin/ }));
  return { ...app, dialog: within(await screen.findByRole('dialog')) };
}

async function openComparison(answers?: Answers) {
  const app = await openRecord(answers);
  await app.user.click(await app.dialog.findByRole('button', { name: 'Compare' }));
  const dialog = await screen.findByRole('dialog', { name: 'Possible Duplicates' });
  return { ...app, comparison: within(dialog) };
}

describe('hints in the list', () => {
  it('mark possible duplicates, with one request for the page', async () => {
    const { inputsOf } = await renderList();
    const table = within(await findTable());
    expect(await table.findByTitle(MARK)).toHaveTextContent(MARK);
    expect(table.getAllByTitle(/duplicate/)).toHaveLength(1);
    expect(within(table.getByRole('row', { name: /Robin/ })).getByTitle(MARK)).toBeVisible();
    expect(inputsOf('listDuplicates')).toEqual([{ query: { ids: 'r1,r3' } }]);
    expect(inputsOf('getDuplicates')).toEqual([]);
  });

  it("do not change the accessible names of the row's buttons", async () => {
    await renderList();
    const table = within(await findTable());
    await table.findByTitle(MARK);
    expect(table.getByRole('button', { name: 'Update Referral Robin Harper' })).toBeVisible();
  });

  it('name each field once for several duplicates', async () => {
    const duplicates = [
      { _id: 'r2', same: SAME },
      { _id: 'r4', same: ['name', 'contact_number'] },
    ];
    await renderList({ listDuplicates: () => [{ _id: 'r1', duplicates, more: false }] });
    const text = '2 possible duplicates: same name, same birth date, same phone number';
    expect(await screen.findByTitle(text)).toBeVisible();
  });

  it('show an unknown field of a newer server unchanged', async () => {
    const duplicates = [{ _id: 'r2', same: ['name', 'fingerprint'] }];
    await renderList({ listDuplicates: () => [{ _id: 'r1', duplicates, more: false }] });
    expect(await screen.findByTitle(/same name, fingerprint$/)).toBeVisible();
  });

  it('have a text on a card', async () => {
    setPhoneWidth();
    await renderList();
    expect(await screen.findByText(MARK)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Robin Harper' })).toBeVisible();
  });

  it('do not delay the rows', async () => {
    await renderList({ listDuplicates: () => new Promise(() => undefined) });
    const table = within(await findTable());
    expect(table.getByRole('link', { name: /^Robin/ })).toBeVisible();
    expect(table.queryByTitle(/duplicate/)).toBeNull();
  });

  it('are missing without a message when they fail to load', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { inputsOf } = await renderList({
      listDuplicates: () => {
        throw new ApiError('status', { status: 403 });
      },
    });
    const table = within(await findTable());
    await waitFor(() => expect(inputsOf('listDuplicates')).toHaveLength(1));
    await act(() => Promise.resolve());
    expect(table.queryByTitle(/duplicate/)).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(errors).not.toHaveBeenCalledWith(expect.stringContaining('Harper'));
  });

  it.each([
    ['a third-party backend', {}, stubThirdPartyList([ROBIN, STRANGER])],
    ['an older server', {}, stubMetaWithout('duplicates')],
    ['a manager', { role: 'MANAGER' as const }, {}],
  ])('are not requested for %s', async (_who, options, answers) => {
    const { inputsOf, user } = await renderList(answers, options);
    const table = within(await findTable());
    await waitFor(() => expect(inputsOf('meta')).not.toEqual([]));
    await user.click(table.getByRole('link', { name: /^Robin/ }));
    expect(await screen.findByRole('dialog')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Compare' })).toBeNull();
    expect([...inputsOf('listDuplicates'), ...inputsOf('getDuplicates')]).toEqual([]);
  });
});

describe('the notice in the record', () => {
  it('names the possible duplicate and its date', async () => {
    const { dialog, inputsOf } = await openRecord();
    const notice = await dialog.findByText(/^Possibly the same person as/);
    expect(notice).toHaveTextContent(
      /Róbin Harper.? \(received .?Mar\s1,\s2025, .*\): .?same name, same birth date/,
    );
    expect(inputsOf('getDuplicates')).toEqual([{ params: { id: 'r1' } }]);
  });

  it('is missing without a duplicate, and reads no other referral', async () => {
    const { dialog, inputsOf } = await openRecord({ listDuplicates: () => [] });
    await waitFor(() => expect(inputsOf('listDuplicates')).toHaveLength(2));
    expect(dialog.queryByText(/same person/)).toBeNull();
    expect(inputsOf('getDuplicates')).toEqual([]);
  });
});

describe('the comparison', () => {
  it('shows both referrals side by side, with the differences in words', async () => {
    const { comparison } = await openComparison();
    const cells = (row: string) =>
      within(comparison.getByRole('row', { name: new RegExp(`^${row}`) }))
        .getAllByRole('cell')
        .map((cell) => cell.textContent);
    expect(comparison.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'Field',
      'This referral',
      'Possible duplicate',
    ]);
    expect(cells('Name')).toEqual(['Robin Harper', 'Róbin Harper= Same']);
    const say = 'Not asked. Say only a first name and a number.';
    expect(cells('Contact Number')).toEqual([
      `(555) 010-2030${say}`,
      `+1 555 010 9999${say}≠ Different`,
    ]);
    expect(cells('Referral Status')).toEqual(['Pending', 'Processed≠ Different']);
    expect(cells('Site')).toEqual(['Northside High', 'Northside High']);
    expect(cells('Tracking ID')).toEqual(['R-ABCD-1234', 'R-WXYZ-5678']);
    expect(cells('Notes')[1]).toContain('Called twice');
  });

  it('compares the referrers by id, and shows their emails', async () => {
    const [north, south] = ['north', 'south'].map((id) => ({
      id,
      fullname: 'María González',
      username: `${id}@x.example`,
    }));
    const { comparison } = await openComparison({
      getDuplicates: () => ({
        referral: { ...ROBIN, user_info: north },
        duplicates: [{ ...OTHER, user_info: south, same: SAME }],
        more: false,
      }),
    });
    const cells = within(comparison.getByRole('row', { name: /^Referred By/ })).getAllByRole(
      'cell',
    );
    expect(cells.map((cell) => cell.textContent)).toEqual([
      'María González north@x.example',
      'María González south@x.example≠ Different',
    ]);
  });

  it('opens either referral', async () => {
    const { comparison, user, address } = await openComparison();
    await user.click(comparison.getByRole('button', { name: 'Open R-WXYZ-5678' }));
    expect(address()).toMatch(/^\/admin\/r2/);
    expect(screen.queryByRole('dialog', { name: 'Possible Duplicates' })).toBeNull();
  });

  it('keeps the input of the record, and restores the focus', async () => {
    const { comparison, dialog, user } = await openComparison();
    await user.click(comparison.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1));
    expect(dialog.getByRole('button', { name: 'Compare' })).toHaveFocus();
  });

  it('keeps unsaved input of the record that it leaves', async () => {
    const app = await openRecord();
    const { user, go } = app;
    await user.type(app.dialog.getByLabelText(/^Intake note/), 'Not lost');
    await user.click(await app.dialog.findByRole('button', { name: 'Compare' }));
    const comparison = within(await screen.findByRole('dialog', { name: 'Possible Duplicates' }));
    await user.click(comparison.getByRole('button', { name: 'Open R-WXYZ-5678' }));
    await screen.findByRole('dialog', { name: /Róbin/ });
    // To the record that it was opened from.
    await go(-1);
    const before = within(await screen.findByRole('dialog', { name: /Robin/ }));
    expect(before.getByLabelText(/^Intake note/)).toHaveValue('Not lost');
  });

  it('says that there are more than it shows', async () => {
    const { comparison } = await openComparison({
      getDuplicates: () => ({
        referral: ROBIN,
        duplicates: [
          { ...OTHER, same: SAME },
          { ...STRANGER, same: ['dob', 'contact_number'] },
        ],
        more: true,
      }),
    });
    expect(comparison.getByText(/There are more; these are 2 of them/)).toBeVisible();
    expect(comparison.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'Field',
      'This referral',
      'Possible duplicate 1',
      'Possible duplicate 2',
    ]);
  });

  it('has the labels above the values on a phone', async () => {
    const { user } = await (async () => {
      setPhoneWidth();
      return renderList();
    })();
    await user.click(await screen.findByRole('link', { name: 'Robin Harper' }));
    await user.click(await screen.findByRole('button', { name: 'Compare' }));
    const comparison = within(await screen.findByRole('dialog', { name: 'Possible Duplicates' }));
    expect(comparison.getByText('Tracking ID')).toHaveAttribute('scope', 'rowgroup');
  });
});

describe('the notice after a referral was added', () => {
  const added: Answers = {
    listSites: () => [{ _id: 's1', name: 'Northside High' }],
    addReferral: () => ({ _id: 'r1', tracking_id: 'R-ABCD-1234' }),
    listDuplicates: (input) => {
      const { ids } = input.query as { ids?: string };
      return ids === 'r1'
        ? [{ _id: 'r1', duplicates: [{ _id: 'r2', same: SAME }], more: false }]
        : [];
    },
  };

  async function add(answers: Answers = {}) {
    const app = await renderList({ ...added, ...answers });
    const { user } = app;
    await findTable();
    await user.click(await screen.findByRole('button', { name: 'Add Referral' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Create new Referral' }));
    await user.click(dialog.getByLabelText('Substance'));
    await user.click(dialog.getByRole('option', { name: 'Opioid-related' }));
    await user.click(dialog.getByLabelText('Site'));
    await user.click(await dialog.findByRole('option', { name: 'Northside High' }));
    await user.click(dialog.getByRole('button', { name: 'Next' }));
    await user.click(await dialog.findByRole('button', { name: 'Finish' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), { timeout: 4_000 });
    return app;
  }

  it('names the possible duplicate, compares the referrals and can be closed', async () => {
    const { user } = await add();
    expect(await screen.findByText(/^You added a referral for .?Robin Harper/)).toBeVisible();
    expect(screen.getByText(/^Possibly the same person as .?Róbin Harper/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Compare' }));
    const comparison = await screen.findByRole('dialog', { name: 'Possible Duplicates' });
    await user.click(within(comparison).getByRole('button', { name: 'Close' }));
    await user.click(await screen.findByRole('button', { name: 'Close message' }));
    expect(screen.queryByText(/^Possibly the same/)).toBeNull();
  });

  it.each([
    ['there is none', { listDuplicates: () => [] }],
    ['the hints are slow', { listDuplicates: () => new Promise(() => undefined) }],
    ['the server does not say which was added', { addReferral: () => ({ detail: 'ok' }) }],
  ])('shows only the success when %s', async (_what, answers) => {
    await add(answers);
    expect(await screen.findByText(/^Successfully added referral/)).toBeVisible();
    expect(screen.queryByText(/^You added a referral for/)).toBeNull();
  });

  it('disappears once the added referral is deleted', async () => {
    const { user, inputsOf } = await add();
    await screen.findByText(/^You added a referral for .?Robin Harper/);
    const compared = inputsOf('getDuplicates').length;
    const lists = inputsOf('listWorklist').length;
    const row = within(await findTable()).getByRole('row', { name: /Robin/ });
    await user.click(within(row).getByRole('button', { name: /^Delete Referral/ }));
    const question = within(screen.getByRole('alertdialog'));
    await user.selectOptions(question.getByLabelText('Why?'), 'Sent twice');
    await user.click(question.getByRole('button', { name: 'Yes' }));
    await waitFor(() => expect(screen.queryByText(/^You added a referral for/)).toBeNull());
    await waitFor(() => expect(inputsOf('listWorklist').length).toBeGreaterThan(lists), {
      timeout: 4_000,
    });
    expect(inputsOf('getDuplicates')).toHaveLength(compared);
  });
});
