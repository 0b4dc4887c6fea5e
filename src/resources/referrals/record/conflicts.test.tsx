/** Two people change one referral, on a server with versions: the second one sees what the first one changed, and decides. */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { stubMetaWithout } from '../../../../tests/support/ourServer';
import {
  type Answers,
  makeReferral,
  renderStaffApp,
  stubReferralList,
} from '../../../../tests/support/staffApp';
import type { Referral } from '../../../../contract/entities/referral';
import { STALE_DETAIL } from '../../../../contract/staffConstants';
import type { Language } from '../../../i18n/languages';
import { ApiError } from '../../../api/ApiError';

const SAVED = 'Successfully updated referral, page will now refresh.';
const FAILED = 'Could not update referral, please try again.';
const CHANGED = /^Someone else changed this while you were editing/;

interface Sent {
  body?: Partial<Referral> & { id?: string; referred_by?: string };
  headers?: Record<string, string>;
}

/** A server that has one referral and looks at versions; `others` is what somebody else does there. */
function keepingVersions(first: Partial<Referral> = {}) {
  let stored: Referral | null = makeReferral({ version: 3, ...first });
  const change = (wanted: string | undefined, apply: (now: Referral) => Referral | null) => {
    if (!stored) throw new ApiError('status', { status: 404, detail: 'Not Found' });
    if (wanted !== undefined && wanted !== `"${stored.version}"`) {
      throw new ApiError('status', { status: 412, detail: STALE_DETAIL });
    }
    stored = apply(stored);
    if (stored) stored = { ...stored, version: (stored.version ?? 0) + 1 };
    return { detail: 'ok' };
  };
  const wantedBy = (input: unknown) => (input as Sent).headers?.['If-Match'];
  const update = (input: unknown) => {
    const { status, notes, referred_by } = (input as Sent).body ?? {};
    return change(wantedBy(input), (now) => ({
      ...now,
      status: status ?? now.status,
      notes: notes ?? now.notes,
      ...(referred_by && { user_info: { fullname: 'Morgan Manager' } }),
    }));
  };
  const answers: Answers = {
    ...stubReferralList(() => (stored ? [stored] : [])),
    listManagers: () => [{ _id: 'm1', fullname: 'Morgan Manager' }],
    saveReferral: update,
    updateReferral: update,
    assignReferral: (input) =>
      change(wantedBy(input), (now) => ({ ...now, user_info: { fullname: 'Morgan Manager' } })),
    deleteReferral: (input) => change(wantedBy(input), () => null),
  };
  return {
    answers,
    stored: () => stored,
    others: (changes: Partial<Referral> | null) =>
      void change(undefined, (now) => (changes ? { ...now, ...changes } : null)),
  };
}

async function openDialog(
  desk: ReturnType<typeof keepingVersions>,
  {
    language,
    button = 'Update Referral',
    ...answers
  }: { language?: Language; button?: string } & Answers = {},
) {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const app = await renderStaffApp({ language, answers: { ...desk.answers, ...answers } });
  const table = await screen.findByRole('table');
  await app.user.click(within(table).getByRole('button', { name: new RegExp(`^${button}`) }));
  const reads = () => app.inputsOf('listWorklist').length;
  // What is read afresh as the status dialog opens.
  if (!button.startsWith('Delete')) await waitFor(() => expect(reads()).toBeGreaterThan(1));
  const versions = (
    call: 'saveReferral' | 'updateReferral' | 'assignReferral' | 'deleteReferral',
  ) => app.inputsOf(call).map((input) => (input as Sent).headers?.['If-Match']);
  return {
    ...app,
    versions,
    dialog: within(screen.getByRole(button.startsWith('Delete') ? 'alertdialog' : 'dialog')),
  };
}

describe('a conflict in the status dialog', () => {
  it('shows what someone else changed beside the input, which stays', async () => {
    const desk = keepingVersions({ notes: 'Before' });
    const { user, dialog, versions } = await openDialog(desk);
    await user.type(dialog.getByLabelText('Intake note'), ' and mine');
    desk.others({ notes: 'Theirs', status: 'Processed' });
    await user.click(dialog.getByRole('button', { name: 'Update Referral' }));

    expect(await dialog.findByText(CHANGED)).toBeVisible();
    const alert = within(dialog.getByRole('alert'));
    expect(alert.getByText(FAILED)).toBeVisible();
    await alert.findByText('Keep the current version');
    const [status, notes] = alert
      .getAllByRole('term')
      .map((term) => term.parentElement?.textContent);
    expect(status).toBe('Referral StatusNow: Processed');
    expect(notes).toBe('Intake noteNow: TheirsYou entered: Before and mine');
    expect(dialog.getByLabelText('Intake note')).toHaveValue('Before and mine');
    // An untouched field is updated.
    expect(dialog.getByLabelText('Referral Status')).toHaveValue('Processed');
    expect(alert.getByText(CHANGED).parentElement).toHaveFocus();
    expect(desk.stored()).toMatchObject({ notes: 'Theirs', status: 'Processed' });
    expect(versions('saveReferral')).toEqual(['"3"']);
  });

  it('keeps what someone else saved with a button', async () => {
    const desk = keepingVersions({ notes: 'Before' });
    const { user, dialog } = await openDialog(desk);
    await user.type(dialog.getByLabelText('Intake note'), ' and mine');
    desk.others({ notes: 'Theirs' });
    await user.click(dialog.getByRole('button', { name: 'Update Referral' }));
    await user.click(await dialog.findByRole('button', { name: 'Keep the current version' }));
    expect(dialog.getByLabelText('Intake note')).toHaveValue('Theirs');
    expect(dialog.queryByRole('alert')).toBeNull();
    expect(dialog.getByLabelText('Referral Status')).toHaveFocus();
    expect(desk.stored()).toMatchObject({ notes: 'Theirs', version: 4 });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('overwrites what someone else saved with a button', async () => {
    const desk = keepingVersions({ notes: 'Before' });
    const { user, dialog, versions } = await openDialog(desk);
    await user.type(dialog.getByLabelText('Intake note'), ' and mine');
    desk.others({ notes: 'Theirs', status: 'Processed' });
    await user.click(dialog.getByRole('button', { name: 'Update Referral' }));
    await user.click(await dialog.findByRole('button', { name: 'Save my version instead' }));
    expect(await dialog.findByText(SAVED)).toBeVisible();
    expect(versions('saveReferral')).toEqual(['"3"', '"4"']);
    expect(desk.stored()).toMatchObject({ notes: 'Before and mine', status: 'Processed' });
  });

  it("asks again after a third person's change", async () => {
    const desk = keepingVersions({ notes: 'Before' });
    const { user, dialog } = await openDialog(desk);
    await user.type(dialog.getByLabelText('Intake note'), ' and mine');
    desk.others({ notes: 'Theirs' });
    await user.click(dialog.getByRole('button', { name: 'Update Referral' }));
    const save = await dialog.findByRole('button', { name: 'Save my version instead' });
    desk.others({ notes: 'The third' });
    await user.click(save);
    expect(await dialog.findByText('The third')).toBeVisible();
    expect(desk.stored()).toMatchObject({ notes: 'The third' });
  });

  it('does not overwrite changes that a refetch of the list has brought', async () => {
    const desk = keepingVersions({ notes: 'Before' });
    const { user, dialog, versions, inputsOf } = await openDialog(desk);
    await user.type(dialog.getByLabelText('Intake note'), ' and mine');
    desk.others({ notes: 'Theirs' });
    const reads = inputsOf('listWorklist').length;
    // A note that was added has the rows read afresh.
    await user.type(dialog.getByLabelText('Add a note'), 'Called');
    await user.click(dialog.getByRole('button', { name: 'Add note' }));
    await dialog.findByText('Note added.');
    await waitFor(() => expect(inputsOf('listWorklist').length).toBeGreaterThan(reads), {
      timeout: 10_000,
    });
    await user.click(dialog.getByRole('button', { name: 'Update Referral' }));
    expect(await dialog.findByText(FAILED)).toBeVisible();
    expect(versions('saveReferral')).toEqual(['"3"']);
    expect(desk.stored()).toMatchObject({ notes: 'Theirs' });
  });

  it('is not caused by its own assignment, on a server with a call for each', async () => {
    const desk = keepingVersions({ notes: 'Before' });
    const { user, dialog, versions } = await openDialog(desk, stubMetaWithout('saveReferral'));
    await user.type(dialog.getByLabelText('Intake note'), ' and mine');
    await user.click(dialog.getByRole('combobox', { name: 'Change referrer' }));
    await user.click(await dialog.findByRole('option', { name: 'Morgan Manager' }));
    await user.click(dialog.getByRole('button', { name: 'Update Referral' }));
    expect(await dialog.findByText(SAVED)).toBeVisible();
    expect(dialog.getByText('Successfully updated referrer.')).toBeVisible();
    expect([...versions('assignReferral'), ...versions('updateReferral')]).toEqual(['"3"', '"4"']);
  });

  it('says that the referral no longer exists, and keeps the input', async () => {
    const desk = keepingVersions();
    const { user, dialog } = await openDialog(desk);
    await user.type(dialog.getByLabelText('Intake note'), 'Mine');
    desk.others(null);
    await user.click(dialog.getByRole('button', { name: 'Update Referral' }));
    expect(await dialog.findByText(/^This referral no longer exists/)).toBeVisible();
    expect(dialog.getByLabelText('Intake note')).toHaveValue('Mine');
  });

  it('says that the current referral could not be read, and retries with a button', async () => {
    const desk = keepingVersions({ notes: 'Before' });
    let isAway = true;
    const { getReferral } = desk.answers;
    desk.answers.getReferral = (input) => {
      if (isAway) throw new ApiError('network');
      return getReferral?.(input);
    };
    const { user, dialog } = await openDialog(desk);
    await user.type(dialog.getByLabelText('Intake note'), 'x');
    desk.others({ notes: 'Theirs' });
    await user.click(dialog.getByRole('button', { name: 'Update Referral' }));
    expect(await dialog.findByText('The changes could not be loaded.')).toBeVisible();
    isAway = false;
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByText('Theirs')).toBeVisible();
  });

  it('searches for what changed by the tracking ID where the server cannot read one', async () => {
    const desk = keepingVersions({ notes: 'Before' });
    const { user, dialog, inputsOf } = await openDialog(desk, stubMetaWithout('getOne'));
    await user.type(dialog.getByLabelText('Intake note'), ' and mine');
    desk.others({ notes: 'Theirs' });
    await user.click(dialog.getByRole('button', { name: 'Update Referral' }));
    expect(await dialog.findByText('Theirs')).toBeVisible();
    const queries = inputsOf('listWorklist').map(({ body }) => body);
    expect(queries).toContainEqual(expect.objectContaining({ tracking_id: 'R-ABCD-1234' }));
    expect(inputsOf('getReferral')).toEqual([]);
  });

  it('reads what changed by the id of the referral', async () => {
    const desk = keepingVersions({ notes: 'Before' });
    const { user, dialog, inputsOf } = await openDialog(desk);
    await user.type(dialog.getByLabelText('Intake note'), ' and mine');
    desk.others({ notes: 'Theirs' });
    await user.click(dialog.getByRole('button', { name: 'Update Referral' }));
    expect(await dialog.findByText('Theirs')).toBeVisible();
    desk.others(null);
    await user.click(dialog.getByRole('button', { name: 'Save my version instead' }));
    expect(await dialog.findByText(/^This referral no longer exists/)).toBeVisible();
    expect(inputsOf('getReferral')[0]).toEqual({ params: { id: 'r1' } });
    const queries = inputsOf('listWorklist').map(({ body }) => body);
    expect(queries).not.toContainEqual(expect.objectContaining({ tracking_id: expect.anything() }));
  });

  it('is not caused by an earlier save of the same person', async () => {
    const desk = keepingVersions({ notes: 'Before' });
    const { user, dialog, versions } = await openDialog(desk);
    await user.type(dialog.getByLabelText('Intake note'), ', one');
    await user.click(dialog.getByRole('button', { name: 'Update Referral' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), { timeout: 5_000 });
    await user.click(await screen.findByRole('button', { name: /^Update Referral/ }));
    const again = within(await screen.findByRole('dialog'));
    expect(again.getByLabelText('Intake note')).toHaveValue('Before, one');
    await user.type(again.getByLabelText('Intake note'), ', two');
    await user.click(again.getByRole('button', { name: 'Update Referral' }));
    expect(await again.findByText(SAVED)).toBeVisible();
    expect(versions('saveReferral')).toEqual(['"3"', '"4"']);
  });

  it('names no version to a server that takes none', async () => {
    const desk = keepingVersions({ notes: 'Before' });
    const { user, dialog, versions } = await openDialog(desk, stubMetaWithout('versions'));
    await user.type(dialog.getByLabelText('Intake note'), ' and mine');
    desk.others({ notes: 'Theirs' });
    await user.click(dialog.getByRole('button', { name: 'Update Referral' }));
    expect(await dialog.findByText(SAVED)).toBeVisible();
    expect(versions('saveReferral')).toEqual([undefined]);
  });

  it('is described in Spanish', async () => {
    const desk = keepingVersions({ notes: 'Antes' });
    const { user, dialog } = await openDialog(desk, {
      language: 'es',
      button: 'Actualizar remisión',
    });
    await user.type(dialog.getByLabelText('Nota inicial'), ' y lo mío');
    desk.others({ notes: 'Lo suyo' });
    await user.click(dialog.getByRole('button', { name: 'Actualizar remisión' }));
    expect(await dialog.findByText(/^Otra persona cambió esto/)).toBeVisible();
    expect(await dialog.findByRole('button', { name: 'Guardar mi versión' })).toBeVisible();
  });
});

describe('a conflict in assigning a manager', () => {
  it('shows the referrer that someone else assigned, and keeps them with a button', async () => {
    const desk = keepingVersions();
    const { user, dialog } = await openDialog(desk);
    await user.click(dialog.getByRole('combobox', { name: 'Change referrer' }));
    await user.click(await dialog.findByRole('option', { name: 'Morgan Manager' }));
    desk.others({ user_info: { fullname: 'Taylor Other' } });
    await user.click(dialog.getByRole('button', { name: 'Update Referral' }));
    const alert = within(await dialog.findByRole('alert'));
    await alert.findByText('Taylor Other');
    expect(alert.getByText('Morgan Manager')).toBeVisible();
    await user.click(alert.getByRole('button', { name: 'Keep the current version' }));
    expect(dialog.queryByRole('alert')).toBeNull();
    expect(dialog.getAllByText('Taylor Other').length).toBeGreaterThan(0);
    expect(desk.stored()).toMatchObject({ user_info: { fullname: 'Taylor Other' } });
  });
});

describe('a conflict in deleting', () => {
  it('shows what changed since the question, and asks again', async () => {
    const desk = keepingVersions();
    const { user, dialog, versions } = await openDialog(desk, {
      button: 'Delete Referral',
    });
    desk.others({ status: 'Processed' });
    await user.selectOptions(dialog.getByLabelText('Why?'), 'Sent twice');
    await user.click(dialog.getByRole('button', { name: 'Yes' }));
    const alert = within(await dialog.findByRole('alert'));
    expect(await alert.findByText('Processed')).toBeVisible();
    expect(desk.stored()).not.toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Yes' }));
    await dialog.findByText('Successfully deleted referral, page will now reload.');
    expect(versions('deleteReferral')).toEqual(['"3"', '"4"']);
    expect(desk.stored()).toBeNull();
  });
});
