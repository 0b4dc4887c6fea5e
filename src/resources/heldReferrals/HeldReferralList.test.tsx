import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setDesktopWidth, setPhoneWidth } from '../../../tests/support/screenWidth';
import {
  stubMetaWithout,
  stubThirdPartyList,
  THIRD_PARTY_BACKEND,
} from '../../../tests/support/ourServer';
import { stubReferralList, makeReferral, renderStaffApp } from '../../../tests/support/staffApp';
import type { HeldReferral } from '../../../contract/entities/referral';
import { ApiError } from '../../api/ApiError';

const makeHeld = (changes: Partial<HeldReferral> = {}): HeldReferral => ({
  ...makeReferral({ notes: 'Buy now' }),
  hold_reason: 'trap',
  ...changes,
});

/** Opens the list on a server that removes a referral once it is released or deleted. */
async function openHeld(held: HeldReferral[], options: Parameters<typeof renderStaffApp>[0] = {}) {
  let left = held;
  const take = ({ body }: { body?: unknown }) => {
    left = left.filter(({ _id }) => _id !== (body as { id: string }).id);
    return { detail: 'ok' };
  };
  return renderStaffApp({
    path: '/held',
    ...options,
    answers: {
      listHeld: () => ({ items: left, total: left.length, pages: 1 }),
      countHeld: () => ({ count: left.length }),
      releaseReferral: take,
      deleteReferral: take,
      ...options.answers,
    },
  });
}

const button = (what: string, who = 'Robin Harper') =>
  screen.findByRole('button', { name: `${what} ${who}` });

beforeEach(setDesktopWidth);

describe('a held referral', () => {
  it.each([
    ['trap', 'A hidden field was filled in. People cannot see it.'],
    ['haste', 'It was filled in faster than a person can type.'],
    ['flood', 'Very many referrals came at once.'],
    ['new reason', 'The server marked it as spam.'],
  ])('shows why it is held: %s', async (reason, text) => {
    await openHeld([makeHeld({ hold_reason: reason as 'trap' })]);
    const table = await screen.findByRole('table', { name: 'Possible Spam' });
    expect(within(table).getByText(text)).toBeVisible();
    expect(document.title).toBe('Possible Spam – Referral Desk');
  });

  it('is released with one click, with a notification; the focus moves to the next row', async () => {
    const { user, inputsOf } = await openHeld([
      makeHeld(),
      makeHeld({ _id: 'r2', first_name: 'Second' }),
    ]);
    await user.click(await button('Release'));
    expect(await screen.findByText('Robin Harper is now in the Referral List.')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Robin Harper')).toBeNull());
    expect(inputsOf('releaseReferral')).toEqual([{ body: { id: 'r1' } }]);
    expect(await button('Details', 'Second Harper')).toHaveFocus();
  });

  it('names a person in Arabic without turning the words around the name', async () => {
    const { user } = await openHeld([makeHeld({ first_name: 'محمد', last_name: '12 (ب)' })]);
    const name = '\u2068محمد 12 (ب)\u2069';
    await user.click(await screen.findByRole('button', { name: /^Details/ }));
    const dialog = screen.getByRole('dialog', { name: `Details of ${name}` });
    expect(within(dialog).getByText('محمد').closest('bdi')).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Release' }));
    expect(await screen.findByText(`${name} is now in the Referral List.`)).toBeVisible();
  });

  it('moves the focus to the heading when it was the last one, and the list says that it is empty', async () => {
    const { user } = await openHeld([makeHeld()]);
    await user.click(await button('Release'));
    expect(await screen.findByText('No possible spam')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Possible Spam' })).toHaveFocus();
  });

  it('that someone else has released or deleted is reported as gone', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { user } = await openHeld([makeHeld()], {
      answers: {
        releaseReferral: () => {
          throw new ApiError('status', { status: 404, detail: 'Not Found' });
        },
      },
    });
    await user.click(await button('Release'));
    expect(
      await screen.findByText('It is no longer here. Someone released or deleted it.'),
    ).toBeVisible();
    expect(screen.getByText('Could not release referral').parentElement).toHaveRole('status');
  });

  it('is shown with its notes, read-only', async () => {
    const { user } = await openHeld([makeHeld()]);
    await user.click(await button('Details'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Buy now')).toBeVisible();
    expect(dialog.getByText('R-ABCD-1234')).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Submit' })).toBeNull();
  });

  it('is released from its details, which close before the page notifies', async () => {
    const { user, inputsOf } = await openHeld([
      makeHeld(),
      makeHeld({ _id: 'r2', first_name: 'Second' }),
    ]);
    await user.click(await button('Details'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Details of Robin Harper' }));
    expect(dialog.getByText('A hidden field was filled in. People cannot see it.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Release' }));
    const news = await screen.findByText('Robin Harper is now in the Referral List.');
    expect(news.closest('[role=status]')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(inputsOf('releaseReferral')).toEqual([{ body: { id: 'r1' } }]);
    await waitFor(() => expect(screen.queryByText('Robin Harper')).toBeNull());
    await waitFor(async () => expect(await button('Details', 'Second Harper')).toHaveFocus());
  });

  it('stays in its details with an error message when the release fails', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { user } = await openHeld([makeHeld()], {
      answers: {
        releaseReferral: () => {
          throw new ApiError('status', { status: 422 });
        },
      },
    });
    await user.click(await button('Details'));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Release' }));
    expect(await dialog.findByText(/^Could not release referral/)).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Release' })).toBeEnabled();
  });

  it('is deleted from its details after a confirmation', async () => {
    const { user, inputsOf } = await openHeld([makeHeld()]);
    await user.click(await button('Details'));
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }),
    );
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete Referral' }));
    expect(inputsOf('deleteReferral')).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Yes' }));
    expect(await screen.findByText('No possible spam')).toBeVisible();
    expect(inputsOf('deleteReferral')).toEqual([{ body: { id: 'r1', delete_reason: 'spam' } }]);
    expect(screen.getByRole('heading', { level: 1, name: 'Possible Spam' })).toHaveFocus();
  });

  it('is deleted after a confirmation', async () => {
    const { user, inputsOf } = await openHeld([makeHeld()]);
    await user.click(await button('Delete'));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete Referral' }));
    expect(inputsOf('deleteReferral')).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Yes' }));
    expect(await screen.findByText('No possible spam')).toBeVisible();
    expect(inputsOf('deleteReferral')).toEqual([{ body: { id: 'r1', delete_reason: 'spam' } }]);
  });

  it('leaves the details of another one open when its release ends late', async () => {
    const answers: (() => void)[] = [];
    const { user } = await openHeld([makeHeld(), makeHeld({ _id: 'r2', first_name: 'Second' })], {
      answers: { releaseReferral: () => new Promise<void>((resolve) => answers.push(resolve)) },
    });
    await user.click(await button('Details'));
    const first = within(await screen.findByRole('dialog', { name: 'Details of Robin Harper' }));
    await user.click(first.getByRole('button', { name: 'Release' }));
    await user.click(first.getByRole('button', { name: 'Close' }));
    await user.click(await button('Details', 'Second Harper'));
    const second = await screen.findByRole('dialog', { name: 'Details of Second Harper' });
    await act(async () => answers.forEach((answer) => answer()));
    expect(
      await within(second).findByText('Robin Harper is now in the Referral List.'),
    ).toBeVisible();
    expect(second).toBeVisible();
  });

  it.each([
    ['in the table', setDesktopWidth, 'table'],
    ['in cards', setPhoneWidth, 'list'],
  ] as const)(
    'with unknown values and without optional fields is shown %s and in its details',
    async (_in, fit, role) => {
      fit();
      const {
        notes: _notes,
        has_account: _account,
        ...required
      } = makeHeld({
        hold_reason: 'new reason' as 'trap',
        sex: 'Unlisted' as 'Other',
        substance: ['Unlisted substance'],
        status: 'Unlisted' as 'Pending',
        entry_date: 'some day',
      });
      const { user } = await openHeld([required as HeldReferral]);
      const list = within(await screen.findByRole(role, { name: 'Possible Spam' }));
      expect(list.getByText('The server marked it as spam.')).toBeVisible();
      expect(list.getByText('some day')).toBeVisible();
      await user.click(await button('Details'));
      const dialog = within(await screen.findByRole('dialog'));
      expect(dialog.getByText('The server marked it as spam.')).toBeVisible();
      expect(dialog.getByText('Unlisted')).toBeVisible();
      expect(dialog.getByText('Unlisted substance', { ignore: '[aria-hidden] *' })).toBeVisible();
      await user.click(dialog.getByRole('button', { name: 'Delete' }));
      expect(await screen.findByRole('alertdialog', { name: 'Delete Referral' })).toBeVisible();
    },
  );

  it('is a card on a phone, in Spanish', async () => {
    setPhoneWidth();
    await openHeld([makeHeld()], { language: 'es' });
    const list = await screen.findByRole('list', { name: 'Posible spam' });
    expect(within(list).getByRole('heading', { name: 'Robin Harper' })).toBeVisible();
    expect(
      within(list).getByText('Se llenó un campo oculto. Las personas no lo ven.'),
    ).toBeVisible();
  });

  it('that cannot be loaded is reported', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await openHeld([], {
      answers: {
        listHeld: () => {
          throw new ApiError('status', { status: 422 });
        },
      },
    });
    expect(await screen.findByText('The possible spam could not be loaded.')).toBeVisible();
  });
});

describe('the number of held referrals', () => {
  const TWO = [makeHeld(), makeHeld({ _id: 'r2' })];

  it('is in the menu, and on a tab of the main page that leads to them', async () => {
    const { user } = await openHeld(TWO, {
      path: '/admin',
      answers: stubReferralList([makeReferral()]),
    });
    const tab = await screen.findByRole('link', { name: 'Held 2' });
    expect(
      screen.getByRole('link', { name: 'Possible Spam', description: '2 referrals held' }),
    ).toBeVisible();
    expect(screen.queryByText('2 referrals are held as possible spam.')).toBeNull();
    await user.click(tab);
    expect(await screen.findByRole('heading', { level: 1, name: 'Possible Spam' })).toHaveFocus();
  });

  it('is in a notice with a link where a desk without referrals has no tabs', async () => {
    const { user } = await openHeld(TWO, { path: '/admin', answers: stubReferralList([]) });
    expect(await screen.findByText('2 referrals are held as possible spam.')).toBeVisible();
    expect(screen.queryByRole('link', { name: /^Held/ })).toBeNull();
    await user.click(screen.getByRole('link', { name: 'View possible spam' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Possible Spam' })).toHaveFocus();
  });

  it('is in a notice with a link where an older server has no tabs', async () => {
    const { user } = await openHeld(TWO, {
      path: '/admin',
      answers: { ...stubThirdPartyList([]), ...stubMetaWithout('worklist') },
    });
    expect(await screen.findByText('2 referrals are held as possible spam.')).toBeVisible();
    expect(
      screen.getByRole('link', { name: 'Possible Spam', description: '2 referrals held' }),
    ).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'View possible spam' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Possible Spam' })).toHaveFocus();
  });

  it('disappears from the menu once the last one is released', async () => {
    const { user } = await openHeld([makeHeld()]);
    await user.click(await button('Release'));
    await screen.findByText('No possible spam');
    await waitFor(() =>
      expect(screen.getByRole('link', { name: 'Possible Spam' })).not.toHaveAccessibleDescription(),
    );
  });

  it('is neither shown to a manager nor requested', async () => {
    const { inputsOf } = await openHeld([makeHeld()], {
      role: 'MANAGER',
      path: '/admin',
      answers: stubReferralList([makeReferral()]),
    });
    await screen.findByText('Robin');
    expect(screen.queryByText(/possible spam/i)).toBeNull();
    expect(inputsOf('countHeld')).toEqual([]);
  });
});

it('requests nothing from a third-party backend, and says so at the address of the list', async () => {
  const { inputsOf } = await openHeld([], { answers: THIRD_PARTY_BACKEND });
  expect(await screen.findByText('This server does not hold referrals.')).toBeVisible();
  expect([...inputsOf('listHeld'), ...inputsOf('countHeld')]).toEqual([]);
});
