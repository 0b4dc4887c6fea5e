/** Whether a site is the provider's own, and its standard for the first call. */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { SiteMarks } from '../../../contract/entities/contact';
import { stubMetaWithout, THIRD_PARTY_BACKEND } from '../../../tests/support/ourServer';
import { setPhoneWidth } from '../../../tests/support/screenWidth';
import { stubSites } from '../../../tests/support/stubSites';
import { type Answers, renderStaffApp } from '../../../tests/support/staffApp';
import { ApiError } from '../../api/ApiError';

/** Three sites and their marks, which `markSite` changes. */
function stubMarks(): Answers {
  let marks: SiteMarks[] = [
    { _id: 's1', mark: 'ours', response_days: 2 },
    { _id: 's2', mark: 'outside', response_days: null },
    { _id: 's3', mark: null, response_days: null },
  ];
  return {
    ...stubSites('Elm Middle', 'Oak High', 'Location Not Listed'),
    listSiteMarks: () => marks,
    markSite: ({ body }) => {
      const changed = body as SiteMarks;
      marks = [...marks.filter(({ _id }) => _id !== changed._id), changed];
      return { detail: 'ok' };
    },
  };
}

async function openPage(answers: Answers = stubMarks()) {
  const app = await renderStaffApp({ path: '/sites', answers });
  await screen.findByText('Elm Middle');
  return app;
}
const markButton = (site: string) => screen.findByRole('button', { name: `Mark ${site}` });
/** Waits until the row of a site has this text. */
const expectMark = (mark: string, site: string) =>
  waitFor(() => {
    const row = screen.getByText(site).closest<HTMLElement>('[data-row], tr');
    expect(within(row as HTMLElement).getByText(mark)).toBeVisible();
  });

describe('the mark of a site', () => {
  it('is in its row, with a standard of its own', async () => {
    await openPage();
    await expectMark('Ours', 'Elm Middle');
    await expectMark('Outside', 'Oak High');
    await expectMark('Not decided', 'Location Not Listed');
    expect(screen.getAllByText(/^First call within/).map((each) => each.textContent)).toEqual([
      'First call within 2 business days',
    ]);
  });

  it('is changed in a dialog, also of a site that is part of the form', async () => {
    const { user, inputsOf } = await openPage();
    const opener = await markButton('Location Not Listed');
    await user.click(opener);
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Ours or outside: Location Not Listed' }),
    );
    const mark = dialog.getByLabelText('Ours or outside');
    expect(mark).toHaveDisplayValue('Not decided');
    expect(dialog.getByLabelText('First call within')).toHaveDisplayValue(
      'The same as for all sites',
    );
    await user.selectOptions(mark, 'Ours');
    expect(mark).toHaveAccessibleDescription(/^Your own program\./);
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    const opens = dialog.getByLabelText(/^Its managers are staff of our program/);
    expect(opens).toHaveFocus();
    expect(opens).toHaveAccessibleDescription('Please tick this, or choose another mark.');
    expect(inputsOf('markSite')).toEqual([]);
    await user.click(opens);
    await user.selectOptions(dialog.getByLabelText('First call within'), '1 business day');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(inputsOf('markSite')).toEqual([
        { body: { _id: 's3', mark: 'ours', response_days: 1 } },
      ]),
    );
    await expectMark('Ours', 'Location Not Listed');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByText('First call within 1 business day')).toBeVisible();
  });

  it('goes back to not decided, and to the standard of all', async () => {
    const { user, inputsOf } = await openPage();
    await user.click(await markButton('Elm Middle'));
    const dialog = within(await screen.findByRole('dialog'));
    await user.selectOptions(dialog.getByLabelText('Ours or outside'), 'Not decided');
    await user.selectOptions(
      dialog.getByLabelText('First call within'),
      'The same as for all sites',
    );
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(inputsOf('markSite')).toEqual([
        { body: { _id: 's1', mark: null, response_days: null } },
      ]),
    );
  });

  it('keeps what was chosen when it cannot be saved', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const markSite = () => {
      throw new ApiError('status', { status: 404, detail: 'Not Found' });
    };
    const { user } = await openPage({ ...stubMarks(), markSite });
    await user.click(await markButton('Oak High'));
    const dialog = within(await screen.findByRole('dialog'));
    await user.selectOptions(dialog.getByLabelText('Ours or outside'), 'Ours');
    await user.click(dialog.getByLabelText(/^Its managers are staff of our program/));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('This site no longer exists.')).toBeVisible();
    expect(dialog.getByLabelText('Ours or outside')).toHaveDisplayValue('Ours');
  });

  it('is in the rows of a narrow window', async () => {
    setPhoneWidth();
    await openPage();
    await expectMark('Ours', 'Elm Middle');
  });

  it.each([
    ['a third-party backend', THIRD_PARTY_BACKEND],
    ['an older server', stubMetaWithout('contact')],
  ])('is absent on %s', async (_what, answers) => {
    const { user, inputsOf } = await openPage({ ...stubMarks(), ...answers });
    expect(screen.queryByText('Ours or outside')).toBeNull();
    await user.type(screen.getByLabelText('Site Name'), 'Lakeside High{Enter}');
    await waitFor(() => expect(inputsOf('addSite')).toHaveLength(1));
    expect(inputsOf('listSiteMarks')).toEqual([]);
    expect(inputsOf('markSite')).toEqual([]);
  });
});

describe('adding a site', () => {
  it('marks it, and keeps the choice for the next one', async () => {
    const { user, inputsOf } = await openPage();
    const choice = await screen.findByLabelText('Ours or outside');
    expect(choice).toHaveDisplayValue('Not decided');
    await user.selectOptions(choice, 'Ours');
    await user.type(screen.getByLabelText('Site Name'), 'Lakeside High{Enter}');
    await expectMark('Ours', 'Lakeside High');
    expect(inputsOf('markSite')).toEqual([
      { body: { _id: 's4', mark: 'ours', response_days: null } },
    ]);
    expect(choice).toHaveDisplayValue('Ours');
    expect(screen.getByLabelText('Site Name')).toHaveValue('');
  });

  it('sends no mark for one that is not decided', async () => {
    const { user, inputsOf } = await openPage();
    await screen.findByLabelText('Ours or outside');
    await user.type(screen.getByLabelText('Site Name'), 'Lakeside High{Enter}');
    await expectMark('Not decided', 'Lakeside High');
    expect(inputsOf('markSite')).toEqual([]);
  });

  it('says that the site is there, if only its mark is lost', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const markSite = () => {
      throw new ApiError('network');
    };
    const { user } = await openPage({ ...stubMarks(), markSite });
    await user.selectOptions(await screen.findByLabelText('Ours or outside'), 'Outside');
    await user.type(screen.getByLabelText('Site Name'), 'Lakeside High{Enter}');
    expect(await screen.findByText(/It is not marked yet\./)).toBeVisible();
    await expectMark('Not decided', 'Lakeside High');
  });
});
