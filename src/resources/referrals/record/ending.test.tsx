/** Why a referral ended: asked for when its status says so, shown, corrected, and left alone by servers without reasons. */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { stubMetaWithout } from '../../../../tests/support/ourServer';
import {
  type Answers,
  findTable,
  makeReferral,
  renderStaffApp,
  stubReferralList,
} from '../../../../tests/support/staffApp';
import type { Role } from '../../../../contract/constants';
import type { Referral } from '../../../../contract/entities/referral';

const SAVED = 'Successfully updated referral, page will now refresh.';
const ENDED = 'Declined Services';

async function openDialog(
  changes: Partial<Referral> = {},
  { role, answers }: { role?: Role; answers?: Answers } = {},
) {
  const app = await renderStaffApp({
    role,
    answers: {
      ...stubReferralList([makeReferral(changes)]),
      saveReferral: () => ({ detail: 'ok' }),
      ...answers,
    },
  });
  const opener = within(await findTable()).getByRole('button', {
    name: role === 'MANAGER' ? /^Referral Details/ : /^Update Referral/,
  });
  await app.user.click(opener);
  const dialog = within(await screen.findByRole('dialog'));
  return {
    ...app,
    dialog,
    choose: (status: string) =>
      app.user.selectOptions(dialog.getByLabelText('Referral Status'), status),
    save: () => app.user.click(dialog.getByRole('button', { name: 'Update Referral' })),
    sent: () => app.inputsOf('saveReferral').map(({ body }) => body),
  };
}

/** With failed attempts so many days ago. */
const contactWith = (daysAgo: readonly number[]) => ({
  attempts: daysAgo.map((days, at) => ({
    id: `a${at}`,
    at: new Date(Date.now() - days * 86_400_000).toISOString(),
    channel: 'call',
    whom: 'person',
    outcome: 'noAnswer',
  })),
  follow_up: null,
  reopened_at: null,
  is_from_before: false,
  response_days: null,
  is_ours: true,
});

describe('a referral that ends', () => {
  it('needs one reason, the person’s or the provider’s, and takes a sentence', async () => {
    const { user, dialog, choose, save, sent } = await openDialog();
    expect(dialog.queryByRole('radiogroup')).toBeNull();
    await choose(ENDED);
    const why = dialog.getByRole('radiogroup', { name: 'Why?' });
    const reasonsOf = (name: string) =>
      within(within(why).getByRole('group', { name }))
        .getAllByRole('radio')
        .map((radio) => radio.closest('label')?.textContent);
    expect(reasonsOf("The person's reason")).toEqual([
      'Does not want services now',
      'Gets help somewhere else',
      'Wants another provider',
      'Moved away',
      'Did not say',
    ]);
    expect(reasonsOf('Our reason')).toEqual([
      'Could not be reached',
      'We do not offer what is needed',
      'No place, or outside our area or insurance',
      'Referred twice',
    ]);

    await save();
    expect(why).toBeInvalid();
    expect(why).toHaveAccessibleDescription(/^Please choose a reason\./);
    expect(dialog.getByRole('radio', { name: 'Does not want services now' })).toHaveFocus();
    expect(sent()).toEqual([]);

    await user.click(dialog.getByRole('radio', { name: 'Could not be reached' }));
    await user.click(dialog.getByRole('radio', { name: 'Moved away' }));
    await user.type(dialog.getByLabelText('In your words'), 'To Fresno');
    await save();
    expect(await dialog.findByText(SAVED)).toBeVisible();
    expect(sent()).toEqual([
      { id: 'r1', status: ENDED, end_reason: 'moved', end_note: 'To Fresno' },
    ]);
  });

  it('was not reached only after three attempts on two days, where they are recorded', async () => {
    const { dialog, choose } = await openDialog({ contact: contactWith([3]) });
    await choose(ENDED);
    const reason = dialog.getByRole('radio', { name: /^Could not be reached/ });
    expect(reason).toBeDisabled();
    expect(reason).toHaveAccessibleDescription(
      '1 failed attempt so far. Offered after 3, on 2 days.',
    );
  });

  it('was not reached after three on two days', async () => {
    const { user, dialog, choose, save, sent } = await openDialog({
      contact: contactWith([6, 3, 3]),
    });
    await choose(ENDED);
    await user.click(dialog.getByRole('radio', { name: 'Could not be reached' }));
    await save();
    await dialog.findByText(SAVED);
    expect(sent()).toEqual([{ id: 'r1', status: ENDED, end_reason: 'notReached', end_note: '' }]);
  });

  it('keeps a sentence that is too long, and sends nothing', async () => {
    const { user, dialog, choose, save, sent } = await openDialog();
    await choose(ENDED);
    await user.click(dialog.getByRole('radio', { name: 'Did not say' }));
    await user.click(dialog.getByLabelText('In your words'));
    await user.paste('x'.repeat(301));
    await save();
    expect(dialog.getByLabelText('In your words')).toHaveFocus();
    expect(dialog.getByText('This is too long: 301 of 300 characters.')).toBeVisible();
    expect(sent()).toEqual([]);
  });

  it('that after all does not end sends no reason', async () => {
    const { user, dialog, choose, save, sent } = await openDialog();
    await choose(ENDED);
    await user.click(dialog.getByRole('radio', { name: 'Moved away' }));
    await choose('Processed');
    expect(dialog.queryByRole('radiogroup')).toBeNull();
    await save();
    await dialog.findByText(SAVED);
    expect(sent()).toEqual([{ id: 'r1', status: 'Processed' }]);
  });
});

describe('a referral that ended', () => {
  it('without a reason says so, and opens the place to add it', async () => {
    const { user, dialog, save, sent } = await openDialog({ status: ENDED });
    const part = within(dialog.getByRole('region', { name: 'Why it ended' }));
    expect(part.getByText('No reason given')).toBeVisible();
    expect(dialog.queryByRole('radiogroup')).toBeNull();
    await user.click(part.getByRole('button', { name: 'Add a reason' }));
    expect(dialog.getByRole('radio', { name: 'Does not want services now' })).toHaveFocus();
    await user.click(dialog.getByRole('radio', { name: 'Referred twice' }));
    await save();
    await dialog.findByText(SAVED);
    expect(sent()).toEqual([{ id: 'r1', end_reason: 'duplicate', end_note: '' }]);
  });

  it('without a reason needs none for another change', async () => {
    const { user, dialog, save, sent } = await openDialog({ status: ENDED });
    await user.type(dialog.getByLabelText('Intake note'), 'Called.');
    await save();
    await dialog.findByText(SAVED);
    expect(sent()).toEqual([{ id: 'r1', notes: 'Called.' }]);
  });

  it('shows its reason, which can be changed', async () => {
    const ending = { end_reason: 'elsewhere', end_note: 'Went to Hope House' } as const;
    const { user, dialog, save, sent } = await openDialog({ status: ENDED, ...ending });
    const part = within(dialog.getByRole('region', { name: 'Why it ended' }));
    expect(part.getByText('Gets help somewhere else')).toBeVisible();
    expect(part.getByText('Went to Hope House')).toBeVisible();
    await user.click(part.getByRole('button', { name: 'Change the reason' }));
    expect(dialog.getByRole('radio', { name: 'Gets help somewhere else' })).toHaveFocus();
    await user.click(dialog.getByRole('radio', { name: 'Wants another provider' }));
    await save();
    await dialog.findByText(SAVED);
    expect(sent()).toEqual([
      { id: 'r1', end_reason: 'anotherProvider', end_note: 'Went to Hope House' },
    ]);
  });

  it('is set back with a note', async () => {
    const { user, dialog, choose, save, sent } = await openDialog({
      status: ENDED,
      end_reason: 'moved',
    });
    await choose('Pending');
    await user.type(await dialog.findByLabelText('Add a note'), 'Came back.');
    await save();
    await waitFor(() =>
      expect(sent()).toEqual([{ id: 'r1', status: 'Pending', note: 'Came back.' }]),
    );
  });

  it('shows a reason of a newer server as it is, also among those to choose from', async () => {
    const { user, dialog } = await openDialog({
      status: ENDED,
      end_reason: 'something new' as 'moved',
    });
    expect(dialog.getByText('something new')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Change the reason' }));
    expect(dialog.getByRole('radio', { name: 'something new' })).toBeChecked();
  });

  it('shows a manager why', async () => {
    const { dialog } = await openDialog(
      { status: ENDED, end_reason: 'noPlace', end_note: 'Full' },
      { role: 'MANAGER' },
    );
    const part = within(dialog.getByRole('region', { name: 'Why it ended' }));
    expect(part.getByText('No place, or outside our area or insurance')).toBeVisible();
    expect(part.getByText('Full')).toBeVisible();
  });

  it('has its reason in the history, before and after', async () => {
    const event = {
      id: 'e1',
      at: '2026-11-20T10:00:00Z',
      kind: 'status' as const,
      actor: null,
      text: null,
      changes: [
        { field: 'status', from: 'Pending', to: ENDED },
        { field: 'end_reason', from: null, to: 'moved' },
        { field: 'end_note', from: null, to: 'To Fresno' },
      ],
    };
    const { dialog } = await openDialog(
      { status: ENDED, end_reason: 'moved' },
      { answers: { getHistory: () => ({ events: [event], reads: null }) } },
    );
    const history = within(dialog.getByRole('region', { name: 'History' }));
    const [shown] = await history.findAllByText('To Fresno');
    expect(shown?.closest('li')).toHaveTextContent('In your words: To Fresno');
    expect(history.getByText('Moved away').closest('li')).toHaveTextContent(
      'Why it ended: Moved away',
    );
  });
});

it('on a server without reasons, nothing asks for one', async () => {
  const { dialog, choose, save, sent } = await openDialog(
    {},
    { answers: stubMetaWithout('endReasons') },
  );
  await choose(ENDED);
  expect(dialog.queryByRole('radiogroup')).toBeNull();
  await save();
  await dialog.findByText(SAVED);
  expect(sent()).toEqual([{ id: 'r1', status: ENDED }]);
});
