import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setDesktopWidth, setPhoneWidth } from '../../../tests/support/screenWidth';
import { KEYED, stubMetaWithout, stubThirdPartyList } from '../../../tests/support/ourServer';
import { makeReferral, renderStaffApp, stubReferralList } from '../../../tests/support/staffApp';
import type { DeletedReferral } from '../../../contract/entities/referral';
import { ApiError } from '../../api/ApiError';

const makeDeleted = (changes: Partial<DeletedReferral> = {}): DeletedReferral => ({
  ...makeReferral(),
  hold_reason: null,
  deletion_date: '2026-11-20T18:00:00.000Z',
  deleted_by: { id: 'u1', fullname: 'Rosa Castellanos', username: 'rosa@clinic.example' },
  delete_reason: 'sentTwice',
  delete_note: 'Same as R-WCX2',
  ...changes,
});

/** Opens the page on a server that takes a referral off the list once it is put back. */
async function openDeleted(
  deleted: DeletedReferral[],
  options: Parameters<typeof renderStaffApp>[0] = {},
) {
  let left = deleted;
  return renderStaffApp({
    path: '/deleted',
    ...options,
    answers: {
      listDeleted: () => ({ items: left, total: left.length, pages: 1, days: 30 }),
      countDeleted: () => ({ count: left.length, days: 30 }),
      putBackReferral: ({ body }) => {
        left = left.filter(({ _id }) => _id !== (body as { id: string }).id);
        return { detail: 'ok' };
      },
      ...options.answers,
    },
  });
}

const button = (what: string, who = 'Robin Harper') =>
  screen.findByRole('button', { name: `${what} ${who}` });
const question = async () =>
  within(await screen.findByRole('alertdialog', { name: 'Put this referral back?' }));

beforeEach(setDesktopWidth);

describe('the deleted referrals', () => {
  it('say who deleted them, when and why, and until when they can be put back', async () => {
    await openDeleted([makeDeleted()]);
    const table = within(await screen.findByRole('table', { name: 'Deleted Referrals' }));
    expect(table.getByText('Robin Harper')).toBeVisible();
    expect(table.getByText('Rosa Castellanos')).toBeVisible();
    expect(table.getByText('Sent twice')).toBeVisible();
    expect(table.getByText('Same as R-WCX2')).toBeVisible();
    expect(table.getByText(/^Nov\s20,\s2026/)).toBeVisible();
    expect(await table.findByText(/^Dec\s20,\s2026$/)).toBeVisible();
    expect(screen.getByText(/^Referrals deleted in the last 30 days\./)).toBeVisible();
  });

  it('of an earlier version, or with an unknown reason, are shown all the same', async () => {
    const without = { deleted_by: null, delete_reason: null, delete_note: null };
    await openDeleted([
      makeDeleted(without),
      makeDeleted({ _id: 'r2', delete_reason: 'something new' as 'other' }),
    ]);
    expect(await screen.findByText('Not recorded')).toBeVisible();
    expect(screen.getByText('No reason given')).toBeVisible();
    expect(screen.getByText('something new')).toBeVisible();
  });

  it('tell people of one name apart by their emails', async () => {
    const by = (at: string) => ({ id: at, fullname: 'Bo Chen', username: `${at}@clinic.example` });
    await openDeleted([
      makeDeleted({ deleted_by: by('north') }),
      makeDeleted({ _id: 'r2', deleted_by: by('south') }),
    ]);
    expect(await screen.findByText(/Bo Chen.*north@clinic\.example/)).toBeVisible();
  });

  it('are cards on a phone, in Spanish', async () => {
    setPhoneWidth();
    await openDeleted([makeDeleted()], { language: 'es' });
    const list = within(await screen.findByRole('list', { name: 'Remisiones eliminadas' }));
    expect(list.getByText('Enviada dos veces')).toBeVisible();
    expect(list.getByRole('button', { name: 'Recuperar Robin Harper' })).toBeVisible();
  });

  it('show their details', async () => {
    const { user } = await openDeleted([makeDeleted({ notes: 'Call after 3' })]);
    await user.click(await button('Details'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Details of Robin Harper' }));
    expect(dialog.getByText('Call after 3')).toBeVisible();
    expect(dialog.getByText('Sent twice')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Put back' }));
    expect(await question()).toBeDefined();
  });

  it('that cannot be loaded are reported', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await openDeleted([], {
      answers: {
        listDeleted: () => {
          throw new ApiError('status', { status: 422 });
        },
      },
    });
    expect(await screen.findByText('The deleted referrals could not be loaded.')).toBeVisible();
  });
});

describe('putting one back', () => {
  it('asks, takes a reason for the history, and says that it is back', async () => {
    const { user, inputsOf } = await openDeleted([
      makeDeleted({ owner: { id: 'u2', fullname: 'Mia Torres' }, status: 'Processed' }),
    ]);
    await user.click(await button('Put back'));
    const dialog = await question();
    expect(dialog.getByText(/“.?Processed.?”, assigned to .?Mia Torres/)).toBeVisible();
    expect(dialog.queryByText(/stays off/)).toBeNull();
    expect(inputsOf('putBackReferral')).toEqual([]);
    await user.type(dialog.getByLabelText('Why?'), 'The wrong one of two');
    await user.click(dialog.getByRole('button', { name: 'Put back' }));
    expect(await dialog.findByText(/^The referral is back in the Referral List\./)).toBeVisible();
    expect(inputsOf('putBackReferral')).toEqual([
      { body: { id: 'r1', note: 'The wrong one of two' }, headers: KEYED },
    ]);
    expect(await screen.findByText('No deleted referrals')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Deleted Referrals' })).toHaveFocus();
  });

  it('says that its login stays off, before and after', async () => {
    const { user } = await openDeleted([makeDeleted({ has_account: true })]);
    await user.click(await button('Put back'));
    const dialog = await question();
    expect(dialog.getByText(/^The login made for this person stays off\./)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Put back' }));
    const done = await dialog.findByText(/back in the Referral List/);
    expect(done.closest('[role=status]')).toHaveTextContent(/reactivate it in the Account List/);
  });

  it('of a held one returns it to the possible spam', async () => {
    const { user, inputsOf } = await openDeleted([makeDeleted({ hold_reason: 'trap' })]);
    await user.click(await button('Put back'));
    const dialog = await question();
    expect(dialog.getByText(/^It returns to Possible Spam/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Put back' }));
    expect(await dialog.findByText(/back under Possible Spam/)).toBeVisible();
    expect(inputsOf('putBackReferral')).toEqual([{ body: { id: 'r1' }, headers: KEYED }]);
  });

  it('that somebody else has put back says so', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { user } = await openDeleted([makeDeleted()], {
      answers: {
        putBackReferral: () => {
          throw new ApiError('status', { status: 404, detail: 'Not Found' });
        },
      },
    });
    await user.click(await button('Put back'));
    const dialog = await question();
    await user.click(dialog.getByRole('button', { name: 'Put back' }));
    expect(await dialog.findByText(/somebody has put it back/)).toBeVisible();
  });
});

describe('the way there', () => {
  it('is the menu, and a tab of the main page with their number', async () => {
    const { user } = await openDeleted([makeDeleted(), makeDeleted({ _id: 'r2' })], {
      path: '/admin',
      answers: stubReferralList([makeReferral()]),
    });
    expect(await screen.findByRole('link', { name: 'Deleted' })).toBeVisible();
    await user.click(await screen.findByRole('link', { name: 'Deleted 2' }));
    expect(screen.getByRole('heading', { level: 1, name: 'Deleted Referrals' })).toHaveFocus();
  });

  it.each([
    ['an older server', { ...stubReferralList([makeReferral()]), ...stubMetaWithout('deleted') }],
    ['a third-party backend', stubThirdPartyList([makeReferral()])],
  ])('is missing with %s', async (_what, answers) => {
    await openDeleted([], { path: '/admin', answers });
    await screen.findByRole('table');
    await waitFor(() => expect(screen.queryByRole('link', { name: /^Deleted/ })).toBeNull());
  });

  it('is not there for a manager', async () => {
    await renderStaffApp({ role: 'MANAGER', answers: stubReferralList([makeReferral()]) });
    await screen.findByRole('table');
    expect(screen.queryByRole('link', { name: /^Deleted/ })).toBeNull();
  });
});
