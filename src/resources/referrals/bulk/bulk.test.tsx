import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { setDesktopWidth, setPhoneWidth } from '../../../../tests/support/screenWidth';
import {
  cursorOf,
  stubMetaWithout,
  stubThirdPartyList,
  WITHOUT_RETRIES,
} from '../../../../tests/support/ourServer';
import {
  type Answers,
  findTable,
  makeReferral,
  NO_CONTACT,
  renderStaffApp,
  stubReferralList,
} from '../../../../tests/support/staffApp';
import type { Referral } from '../../../../contract/entities/referral';
import type { BulkResult } from '../../../../contract/entities/bulk';
import { ApiError } from '../../../api/ApiError';
import type { BulkBody } from '../../../dataProvider/bulk';

const people = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    makeReferral({
      _id: `r${index}`,
      first_name: `Person${index}`,
      last_name: 'Moreno',
      version: 1,
    }),
  );
const bodyOf = (input: { body?: unknown }) => input.body as BulkBody;

/** A server that changes every referral except these. */
const answering = (others: Record<string, BulkResult['outcome']> = {}, from = 'Pending') =>
  ((input) => {
    const { items } = bodyOf(input);
    const results = items.map(({ id, version = 0 }): BulkResult => {
      const outcome = version > 1 ? 'done' : (others[id] ?? 'done');
      if (outcome === 'missing') return { id, outcome };
      if (outcome === 'stale') return { id, outcome, version: 5, from: 'Declined Services' };
      return { id, outcome, version: version + 1, from };
    });
    return { results };
  }) satisfies Answers['changeReferrals'];

const renderList = (count: number, answers: Answers = {}) =>
  renderStaffApp({
    answers: {
      ...stubReferralList(people(count)),
      changeReferrals: answering(),
      listOwners: () => [
        { _id: 'a1', fullname: 'Ana Ruiz' },
        { _id: 'a2', fullname: 'Bo Chen' },
      ],
      ...answers,
    },
  });

type User = Awaited<ReturnType<typeof renderList>>['user'];
const checkbox = (index: number) =>
  screen.findByRole('checkbox', { name: `Select Person${index} Moreno` });
const selectPage = async (user: User) =>
  user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
const askStatus = async (user: User, status = 'Processed') => {
  await user.click(await screen.findByRole('button', { name: 'Set status' }));
  await user.click(await screen.findByRole('menuitem', { name: status }));
  return screen.findByRole('alertdialog');
};
const confirm = async (user: User, dialog: HTMLElement) =>
  user.click(within(dialog).getByRole('button', { name: 'Set status' }));

describe('a list without bulk changes', () => {
  it.each([
    ['a third-party backend', stubThirdPartyList(people(2))],
    ['an older server', stubMetaWithout('bulk')],
  ])('%s has no checkboxes', async (_what, answers) => {
    await renderList(2, answers);
    await findTable();
    expect(screen.queryByRole('checkbox', { name: /^Select/ })).toBeNull();
  });

  it('a manager has none', async () => {
    await renderStaffApp({ role: 'MANAGER', answers: stubReferralList(people(2)) });
    await findTable();
    expect(screen.queryByRole('checkbox', { name: /^Select/ })).toBeNull();
  });
});

describe('selects', () => {
  it('a row, without opening it', async () => {
    const { user } = await renderList(3);
    await user.click(await checkbox(1));
    expect(await checkbox(1)).toBeChecked();
    expect(screen.queryByRole('dialog')).toBeNull();
    const actions = screen.getByRole('group', { name: 'Actions on the selected people' });
    expect(within(actions).getByText('1 selected')).toBeVisible();
    const page = screen.getByRole<HTMLInputElement>('checkbox', {
      name: 'Select all on this page',
    });
    expect(page.indeterminate).toBe(true);
    await user.click(within(actions).getByRole('button', { name: 'Cancel' }));
    expect(await checkbox(1)).not.toBeChecked();
    expect(page).toHaveFocus();
  });

  it('a range with Shift', async () => {
    const { user } = await renderList(6);
    await user.click(await checkbox(1));
    fireEvent.click(await checkbox(4), { shiftKey: true });
    for (const index of [1, 2, 3, 4]) expect(await checkbox(index)).toBeChecked();
    expect(await checkbox(5)).not.toBeChecked();
    fireEvent.click(await checkbox(3), { shiftKey: true });
    expect(await checkbox(4)).not.toBeChecked();
    expect(screen.getByText('2 selected')).toBeVisible();
  });

  it('the page, and none of it', async () => {
    const { user } = await renderList(3);
    await selectPage(user);
    expect(screen.getByText('3 selected')).toBeVisible();
    await selectPage(user);
    expect(screen.queryByText('3 selected')).toBeNull();
  });

  it('all that match, on other pages too', async () => {
    const { user, inputsOf } = await renderList(60);
    await selectPage(user);
    await user.click(screen.getByRole('button', { name: /^Select all/ }));
    expect(await screen.findByText('60 selected')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Select all/ })).toBeNull();
    const dialog = await askStatus(user);
    await confirm(user, dialog);
    await screen.findByRole('button', { name: 'Undo' });
    const [sent] = inputsOf('changeReferrals').map(bodyOf);
    expect(sent?.items).toHaveLength(60);
    expect(sent?.items[59]).toEqual({ id: 'r59', version: 1 });
  });

  it('all that match, each page after the cursor of the previous one', async () => {
    const { user, inputsOf } = await renderList(60);
    await selectPage(user);
    const before = inputsOf('listWorklist').length;
    await user.click(screen.getByRole('button', { name: /^Select all/ }));
    expect(await screen.findByText('60 selected')).toBeVisible();
    expect(
      inputsOf('listWorklist')
        .slice(before)
        .map(({ body }) => body),
    ).toMatchObject([
      expect.not.objectContaining({ after: expect.anything() }),
      { page: 2, after: cursorOf('r24') },
      { page: 3, after: cursorOf('r49') },
    ]);
  });

  it('by keyboard, and moves the focus to the actions with Enter', async () => {
    const { user } = await renderList(2);
    (await checkbox(0)).focus();
    await user.keyboard(' ');
    const first = await screen.findByRole('button', { name: 'Set status' });
    await user.keyboard('{Enter}');
    expect(first).toHaveFocus();
  });

  it('a card of a narrow window', async () => {
    setPhoneWidth();
    const { user } = await renderList(2);
    await user.click(await checkbox(0));
    expect(screen.getByText('1 selected')).toBeVisible();
    setDesktopWidth();
  });
});

describe('setting a status', () => {
  it('asks with number and names, and sends the versions', async () => {
    const { user, inputsOf } = await renderList(20);
    await selectPage(user);
    const dialog = await askStatus(user);
    expect(dialog).toHaveAccessibleName('Set 20 referrals to “Processed”?');
    expect(within(dialog).getByText('Person0 Moreno')).toBeVisible();
    expect(within(dialog).getByText('and 17 more')).toBeVisible();
    expect(within(dialog).getByText('Person19 Moreno')).toBeInTheDocument();
    expect(inputsOf('changeReferrals')).toEqual([]);
    await confirm(user, dialog);
    const undo = await screen.findByRole('button', { name: 'Undo' });
    expect(undo).toHaveFocus();
    expect(screen.getAllByText(/20 referrals are now “Processed”/)[0]).toBeInTheDocument();
    expect(screen.queryByText('20 selected')).toBeNull();
    expect(bodyOf(inputsOf('changeReferrals')[0] ?? {})).toMatchObject({
      action: 'status',
      status: 'Processed',
      items: expect.arrayContaining([{ id: 'r7', version: 1 }]),
    });
  });

  it('lists the referrals that were not changed, keeps them selected, and retries them', async () => {
    const { user, inputsOf } = await renderList(3, {
      changeReferrals: answering({ r0: 'stale', r1: 'missing' }),
    });
    await selectPage(user);
    await confirm(user, await askStatus(user));
    const dialog = await screen.findByRole('dialog', { name: 'What was changed' });
    expect(within(dialog).getByText('1 referral is now “Processed”.')).toBeVisible();
    const rows = within(dialog).getAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Person0 MorenoSomebody else has changed it in the meantime. It is now “Declined Services”.',
      'Person1 MorenoIt was deleted, or you may no longer see it.',
    ]);
    expect(screen.getByText('1 selected')).toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(inputsOf('changeReferrals')).toHaveLength(2));
    expect(bodyOf(inputsOf('changeReferrals')[1] ?? {}).items).toEqual([{ id: 'r0', version: 5 }]);
    expect(await within(dialog).findByText('2 referrals are now “Processed”.')).toBeVisible();
    expect(within(dialog).queryByRole('button', { name: 'Try again' })).toBeNull();
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible();
  });

  it('shows the progress, and stops after the pending batch', async () => {
    const answers: (() => void)[] = [];
    const { user, inputsOf } = await renderList(250, {
      changeReferrals: (input) =>
        new Promise((resolve) => answers.push(() => resolve(answering()(input)))),
    });
    await selectPage(user);
    await user.click(screen.getByRole('button', { name: /^Select all/ }));
    await screen.findByText('250 selected');
    await confirm(user, await askStatus(user));
    const dialog = await screen.findByRole('dialog', { name: 'Changing referrals' });
    expect(within(dialog).getByRole('progressbar', { name: '0 of 250' })).toHaveValue(0);
    await waitFor(() => expect(answers).toHaveLength(1));
    answers[0]?.();
    expect(await within(dialog).findByRole('progressbar', { name: '100 of 250' })).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(answers).toHaveLength(2));
    answers[1]?.();
    const results = await screen.findByRole('dialog', { name: 'What was changed' });
    expect(within(results).getByText('200 referrals are now “Processed”.')).toBeVisible();
    expect(within(results).getByText('50 were not reached and are unchanged.')).toBeVisible();
    expect(inputsOf('changeReferrals')).toHaveLength(2);
    expect(screen.getByText('50 selected')).toBeInTheDocument();
  });

  it('reports an unknown outcome for a batch without a response, and sends it again unchanged', async () => {
    // In development, react-admin logs a failed call to the console.
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let isDown = true;
    const { user, inputsOf } = await renderList(2, {
      ...WITHOUT_RETRIES,
      changeReferrals: (input) => {
        if (isDown) throw new ApiError('network');
        return answering()(input);
      },
    });
    await selectPage(user);
    await confirm(user, await askStatus(user));
    const dialog = await screen.findByRole('dialog', { name: 'What was changed' });
    expect(within(dialog).getByText('Nothing was changed.')).toBeVisible();
    expect(within(dialog).getByText(/For 2 no answer came/)).toBeVisible();
    isDown = false;
    await user.click(within(dialog).getByRole('button', { name: 'Try again' }));
    await screen.findByRole('button', { name: 'Undo' });
    const [first, second] = inputsOf('changeReferrals');
    expect(second?.body).toEqual(first?.body);
  });

  it('is undone for each referral with its former status and its current version', async () => {
    const { user, inputsOf } = await renderList(2, {
      changeReferrals: (input) => {
        const { status } = bodyOf(input);
        return answering({}, status === 'Processed' ? 'More Info Needed' : 'Processed')(input);
      },
    });
    await selectPage(user);
    await confirm(user, await askStatus(user));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(inputsOf('changeReferrals')).toHaveLength(2));
    expect(bodyOf(inputsOf('changeReferrals')[1] ?? {})).toEqual({
      action: 'status',
      status: 'More Info Needed',
      items: [
        { id: 'r0', version: 2 },
        { id: 'r1', version: 2 },
      ],
    });
    const text = '2 referrals have their earlier status again.';
    expect((await screen.findAllByText(text))[0]).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });
});

describe('setting the status of an ending', () => {
  const open = async (answers: Answers = {}) => {
    const app = await renderList(2, answers);
    await selectPage(app.user);
    return { ...app, dialog: await askStatus(app.user, 'Declined Services') };
  };

  it('says that those who may know then read how it ended, where there are consents', async () => {
    const { dialog } = await open();
    expect(within(dialog).getByText(/^Those whose consent covers the outcome/)).toBeVisible();
  });

  it('says nothing of it for a status that is not said', async () => {
    const { user } = await renderList(2);
    await selectPage(user);
    const dialog = await askStatus(user, 'Processed');
    expect(within(dialog).queryByText(/^Those whose consent/)).toBeNull();
  });

  it('says nothing of it where there are none', async () => {
    const { dialog } = await open(stubMetaWithout('consents'));
    expect(within(dialog).queryByText(/^Those whose consent/)).toBeNull();
  });

  it('asks once for a reason, and sends it for all', async () => {
    const { user, dialog, inputsOf } = await open();
    await confirm(user, dialog);
    const why = within(dialog).getByRole('radiogroup', { name: 'Why?' });
    expect(why).toHaveAccessibleDescription(/^Please choose a reason\./);
    expect(within(why).getAllByRole('radio')[0]).toHaveFocus();
    expect(inputsOf('changeReferrals')).toEqual([]);
    await user.click(within(why).getByRole('radio', { name: 'Could not be reached' }));
    await user.type(within(dialog).getByLabelText('In your words'), 'Number is off');
    await confirm(user, dialog);
    await screen.findByRole('button', { name: 'Undo' });
    expect(inputsOf('changeReferrals').map(bodyOf)).toMatchObject([
      {
        action: 'status',
        status: 'Declined Services',
        end_reason: 'notReached',
        end_note: 'Number is off',
        items: [{ id: 'r0' }, { id: 'r1' }],
      },
    ]);
  });

  it.each([
    [2, 'Not yet: 1 person was not called 3 times, on 2 days.'],
    [3, ''],
  ])(
    "with one person called %i times, says of 'Could not be reached': '%s'",
    async (calls, expected) => {
      const called = (times: number) => ({
        ...NO_CONTACT,
        attempts: Array.from({ length: times }, (_, index) => ({
          id: String(index),
          at: `2026-11-1${index}T18:00:00Z`,
          channel: 'call',
          whom: 'person',
          outcome: 'noAnswer',
        })),
      });
      const [one, other] = people(2);
      const { dialog } = await open(
        stubReferralList([
          { ...one, contact: called(3) } as Referral,
          { ...other, contact: called(calls) } as Referral,
        ]),
      );
      const choice = within(dialog).getByRole('radio', { name: /^Could not be reached/ });
      expect(choice).toHaveAccessibleDescription(expected);
      expect((choice as HTMLInputElement).disabled).toBe(expected !== '');
    },
  );

  it('asks for none of another status, nor on a server without reasons', async () => {
    const { user, dialog, inputsOf } = await open(stubMetaWithout('endReasons'));
    expect(within(dialog).queryByRole('radiogroup')).toBeNull();
    await confirm(user, dialog);
    await screen.findByRole('button', { name: 'Undo' });
    expect(inputsOf('changeReferrals').map(bodyOf)[0]).not.toHaveProperty('end_reason');
    await selectPage(user);
    expect(within(await askStatus(user)).queryByRole('radiogroup')).toBeNull();
  });
});

it('assigns the selected referrals to an owner, or to nobody', async () => {
  const { user, inputsOf } = await renderList(2);
  await selectPage(user);
  await user.click(await screen.findByRole('button', { name: 'Assign' }));
  expect(await screen.findByRole('menuitem', { name: 'Ana Ruiz' })).toBeVisible();
  await user.click(screen.getByRole('menuitem', { name: 'Bo Chen' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog).toHaveAccessibleName('Assign 2 referrals to Bo Chen?');
  await user.click(within(dialog).getByRole('button', { name: 'Assign' }));
  await waitFor(() =>
    expect(bodyOf(inputsOf('changeReferrals')[0] ?? {})).toMatchObject({
      action: 'owner',
      owner: 'a2',
    }),
  );
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  // Only a change of the status is undone.
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

it('offers owners of one name with their emails', async () => {
  const owners = ['north', 'south'].map((at) => ({
    _id: at,
    fullname: 'Bo Chen',
    username: `${at}@clinic.example`,
  }));
  const { user } = await renderList(2, { listOwners: () => owners });
  await selectPage(user);
  await user.click(await screen.findByRole('button', { name: 'Assign' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Bo Chen (south@clinic.example)' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog).toHaveAccessibleName('Assign 2 referrals to Bo Chen (south@clinic.example)?');
});
