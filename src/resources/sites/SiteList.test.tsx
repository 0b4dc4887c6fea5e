import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { KEYED, THIRD_PARTY_BACKEND, WITHOUT_RETRIES } from '../../../tests/support/ourServer';
import { stubSites } from '../../../tests/support/stubSites';
import { type Answers, renderStaffApp } from '../../../tests/support/staffApp';
import type { Language } from '../../i18n/languages';
import { ApiError } from '../../api/ApiError';

const refusal = (status: number, detail?: string) => () => {
  throw new ApiError('status', { status, detail });
};
/** In development, react-admin logs failed calls to the console. */
const expectConsoleErrors = () => vi.spyOn(console, 'error').mockImplementation(() => undefined);
const names = (count: number) =>
  Array.from({ length: count }, (_, index) => `School ${String(index + 1).padStart(2, '0')}`);

async function openPage(answers: Answers, language?: Language) {
  const app = await renderStaffApp({ path: '/sites', answers, language });
  await screen.findByRole('table', { name: language === 'es' ? 'Sitios' : 'Sites' });
  return app;
}

const button = (name: string) => screen.getByRole('button', { name });
const toastOf = (text: string) => screen.getByText(text).closest('p')?.parentElement;
const rows = () =>
  within(screen.getByRole('table', { name: 'Sites' }))
    .getAllByRole('row')
    .slice(1);
const shownNames = () => rows().map((row) => row.firstElementChild?.textContent);
/** A button in the row of a site. */
const rowButton = (name: string, site: string) =>
  screen.getByRole('button', { name: `${name} ${site}` });
const findRowButton = (name: string, site: string) =>
  screen.findByRole('button', { name: `${name} ${site}` });
/** Fakes the timers from here on; earlier requests were awaited. */
const holdTime = () => vi.useFakeTimers({ shouldAdvanceTime: false });
const passTime = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

afterEach(() => vi.useRealTimers());

describe('the list', () => {
  it('is a page with a title and a heading', async () => {
    await openPage(stubSites('Northside High'));
    expect(screen.getByRole('heading', { level: 1, name: 'Sites' })).toBeVisible();
    expect(document.title).toBe('Sites – Referral Desk');
    expect(screen.getByText('Northside High')).toBeVisible();
  });

  it('finds the sites whose name contains the text, ignoring case', async () => {
    const { user } = await openPage(stubSites('Northside High', 'Southside High', 'Elm Middle'));
    await user.type(screen.getByLabelText('Search by site name'), 'SIDE');
    expect(shownNames()).toEqual(['Northside High', 'Southside High']);
    expect(screen.getByText('2 sites found')).toBeVisible();
  });

  it('says that no site matches, and clears the search with a button', async () => {
    const { user } = await openPage(stubSites('Northside High'));
    await user.type(screen.getByLabelText('Search by site name'), 'zzz');
    expect(screen.getByText('No site name contains this text.')).toBeVisible();
    await user.click(button('Show all sites'));
    expect(screen.getByLabelText('Search by site name')).toHaveValue('');
    expect(shownNames()).toEqual(['Northside High']);
  });

  it('has 30 sites per page, and a search starts at the first page', async () => {
    const { user } = await openPage(stubSites(...names(61)));
    await waitFor(() => expect(shownNames()).toHaveLength(30));
    await user.click(button('Go to page 3'));
    expect(shownNames()).toEqual(['School 61']);
    await user.type(screen.getByLabelText('Search by site name'), 'School');
    expect(screen.getByText('1–30 of 61')).toBeVisible();
    expect(shownNames()?.[0]).toBe('School 01');
  });

  it('shows sites with properties of a newer server', async () => {
    const site = { _id: 's1', name: 'Northside High', version: 3, district: { code: 7 } };
    const { user, inputsOf } = await openPage({ ...stubSites(), listSites: () => [site] });
    expect(shownNames()).toEqual(['Northside High']);
    await user.click(rowButton('Edit', 'Northside High'));
    await user.keyboard('!{Enter}');
    expect(inputsOf('updateSite')).toMatchObject([{ body: { id: 's1', name: 'Northside High!' } }]);
  });

  it('shows sites side by side whose names are the same, and no others', async () => {
    await openPage(stubSites('St. Ann’s', 'Bay View', "ST. ANN'S", 'Bayview', 'Éva', 'eva'));
    const note = screen.getByText(/^These sites have the same name/).parentElement as HTMLElement;
    expect(
      within(note)
        .getAllByRole('listitem')
        .map((each) => each.textContent),
    ).toEqual(["“St. Ann’s”“ST. ANN'S”", '“Éva”“eva”']);
    expect(shownNames()).toHaveLength(6);
  });

  it('says nothing of the same names where there are none', async () => {
    await openPage(stubSites('Bay View', 'Bayview'));
    expect(screen.queryByText(/same name/)).toBeNull();
  });

  it('says that there are no sites yet', async () => {
    await renderStaffApp({ path: '/sites' });
    expect(await screen.findByText('There are no sites yet')).toBeVisible();
  });

  it('says that nothing could be loaded, and retries with a button', async () => {
    expectConsoleErrors();
    const listSites = vi.fn<() => unknown>().mockImplementationOnce(refusal(403));
    listSites.mockReturnValue([{ _id: 's1', name: 'Northside High' }]);
    const { user } = await renderStaffApp({ path: '/sites', answers: { listSites } });
    expect(await screen.findByText('The sites could not be loaded.')).toBeVisible();
    await user.click(button('Try again'));
    expect(await screen.findByText('Northside High')).toBeVisible();
  });

  it('keeps its rows when newer ones cannot be loaded', async () => {
    expectConsoleErrors();
    const kept = stubSites('Northside High');
    const listSites = vi.fn<() => unknown>().mockImplementationOnce(() => kept.listSites?.({}));
    listSites.mockImplementation(refusal(403));
    const { user } = await openPage({ ...kept, listSites });
    await user.type(screen.getByLabelText('Site Name'), 'New{Enter}');
    expect(await screen.findByText(/could not be refreshed/)).toBeVisible();
    expect(screen.getByText('Northside High')).toBeVisible();
  });

  it('offers no changes of the two sites that are part of the referral form', async () => {
    await openPage(stubSites('Location Not Listed', 'Probation Referral', 'Northside High'));
    const [unlisted, probation, ordinary] = rows();
    for (const row of [unlisted, probation] as HTMLElement[]) {
      expect(within(row).getByText('Part of the referral form')).toBeVisible();
      // They can be marked.
      await waitFor(() => expect(within(row).getAllByRole('button')).toHaveLength(1));
      expect(within(row).getByRole('button')).toHaveTextContent('Mark');
    }
    expect(within(ordinary as HTMLElement).getAllByRole('button')).toHaveLength(3);
  });
});

describe('the numbers of a site', () => {
  const counts = [
    { _id: 's1', referrals: 1_234, managers: 2 },
    { _id: 's2', referrals: 0, managers: 0 },
  ];
  const cellsOf = (row: HTMLElement | undefined) =>
    within(row as HTMLElement)
      .getAllByRole('cell')
      .slice(0, 2)
      .map((cell) => cell.textContent);

  it('are columns, and that of the referrals opens the list of them with nothing in the address', async () => {
    const { user, address, inputsOf } = await openPage({
      ...stubSites('Elm Middle', 'Oak High', 'New School'),
      listSiteCounts: () => counts,
    });
    const link = await screen.findByRole('button', { name: '1,234 referrals, Elm Middle' });
    expect(rows().map(cellsOf)).toEqual([
      ['1,234', '2'],
      ['0', '0'],
      ['', ''],
    ]);
    expect(within(rows()[1] as HTMLElement).queryByRole('button', { name: /referral/ })).toBeNull();
    await user.click(link);
    await waitFor(() =>
      expect(inputsOf('listWorklist').at(-1)?.body).toMatchObject({ site: 's1' }),
    );
    expect(address()).toBe('/admin');
  });

  it('are fetched again when a site was added', async () => {
    const { user, inputsOf } = await openPage(stubSites('Elm Middle'));
    await user.type(screen.getByLabelText('Site Name'), 'Oak High{Enter}');
    expect(await screen.findByText('Oak High')).toBeVisible();
    expect(inputsOf('listSiteCounts').length).toBeGreaterThan(1);
  });

  it('are absent on a server that does not count them', async () => {
    const { inputsOf } = await openPage({ ...THIRD_PARTY_BACKEND, ...stubSites('Elm Middle') });
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'Site Name',
      'Actions',
    ]);
    expect(inputsOf('listSiteCounts')).toEqual([]);
  });

  it('leave the sites in sight when they cannot be read', async () => {
    expectConsoleErrors();
    await openPage({ ...stubSites('Elm Middle'), listSiteCounts: refusal(403) });
    expect(rows().map(cellsOf)).toEqual([['', '']]);
  });
});

describe('adding', () => {
  it('shows success, clears and focuses the field, and fetches the list again a second later', async () => {
    const { user, inputsOf } = await openPage(stubSites('Northside High'));
    await user.type(screen.getByLabelText('Site Name'), '  Lakeside High ');
    holdTime();
    act(() => button('Add Site').click());
    await passTime(0);
    expect(screen.getByText('Successfully added new site.')).toBeVisible();
    expect(inputsOf('addSite')).toEqual([{ body: { name: 'Lakeside High' }, headers: KEYED }]);
    expect(screen.getByLabelText('Site Name')).toHaveValue('');
    await passTime(990);
    expect(screen.queryByText('Lakeside High')).toBeNull();
    await passTime(20);
    expect(screen.getByText('Lakeside High')).toBeVisible();
    expect(screen.getByText('Successfully added new site.')).toBeVisible();
  });

  it('moves the focus from the button to the field, to add another', async () => {
    const { user } = await openPage(stubSites('Northside High'));
    await user.type(screen.getByLabelText('Site Name'), 'Lakeside High');
    await user.click(button('Add Site'));
    await screen.findByText('Successfully added new site.');
    expect(screen.getByLabelText('Site Name')).toHaveFocus();
    await user.keyboard('Next');
    expect(await screen.findByText('Lakeside High')).toBeVisible();
    expect(screen.getByLabelText('Site Name')).toHaveValue('Next');
  });

  it('sends once for a double click', async () => {
    const { user, inputsOf } = await openPage(stubSites('Northside High'));
    await user.type(screen.getByLabelText('Site Name'), 'Lakeside High');
    act(() => {
      button('Add Site').click();
      button('Add Site').click();
    });
    expect(await screen.findByText('Lakeside High')).toBeVisible();
    expect(inputsOf('addSite')).toHaveLength(1);
  });

  it('warns that the site may have been added when no response came from a server without idempotency keys', async () => {
    expectConsoleErrors();
    const addSite = () => {
      throw new ApiError('network');
    };
    const answers = { ...WITHOUT_RETRIES, ...stubSites('Northside High'), addSite };
    const { user } = await openPage(answers);
    await user.type(screen.getByLabelText('Site Name'), 'Elm Middle{Enter}');
    expect(await screen.findByText(/^It may still have gone through/)).toBeVisible();
  });

  it('adds the next one at once, while the success is still shown', async () => {
    const { user, inputsOf } = await openPage(stubSites('Northside High'));
    const name = screen.getByLabelText('Site Name');
    await user.type(name, 'Elm Middle{Enter}');
    await screen.findByText('Successfully added new site.');
    await user.type(name, 'Oak Middle{Enter}');
    await waitFor(() =>
      expect(inputsOf('addSite').map(({ body }) => body)).toEqual([
        { name: 'Elm Middle' },
        { name: 'Oak Middle' },
      ]),
    );
  });

  it('requires a name', async () => {
    const { user, inputsOf } = await openPage(stubSites('Northside High'));
    await user.click(screen.getByLabelText('Site Name'));
    await user.paste(' \u200b\u202e\u000b');
    await user.click(button('Add Site'));
    expect(screen.getByLabelText('Site Name')).toHaveAccessibleDescription(
      'Please enter a site name.',
    );
    expect(screen.getByLabelText('Site Name')).toHaveFocus();
    expect(inputsOf('addSite')).toEqual([]);
  });

  it.each([
    [409, 'Site already exists', 'Site already exists'],
    [400, 'Only 50 sites are allowed', 'Only 50 sites are allowed'],
    [403, undefined, 'Could not add site'],
  ])('explains a failure (%i %s), and keeps the input', async (status, detail, text) => {
    expectConsoleErrors();
    const { user } = await openPage({
      ...stubSites('Northside High'),
      addSite: refusal(status, detail),
    });
    await user.type(screen.getByLabelText('Site Name'), 'Northside High{Enter}');
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByLabelText('Site Name')).toHaveValue('Northside High');
  });
});

describe('renaming', () => {
  async function edit(site = 'Northside High', answers: Answers = {}) {
    const app = await openPage({ ...stubSites('Elm Middle', 'Northside High'), ...answers });
    await app.user.click(rowButton('Edit', site));
    const field = screen.getByLabelText(`New name for “${site}”`);
    return { ...app, field };
  }

  it('starts in a focused field with the name', async () => {
    const { field } = await edit();
    expect(field).toHaveFocus();
    expect(field).toHaveValue('Northside High');
  });

  it.each(['Enter', 'Submit'])('is submitted by %s', async (by) => {
    const { user, field, inputsOf } = await edit();
    await user.clear(field);
    await user.type(field, ' Northside Academy ');
    if (by === 'Enter') await user.keyboard('{Enter}');
    else await user.click(button('Submit'));
    expect(await screen.findByText('Successfully Updated Site')).toBeVisible();
    expect(inputsOf('updateSite')).toEqual([{ body: { id: 's2', name: 'Northside Academy' } }]);
    await waitFor(() => expect(rowButton('Edit', 'Northside Academy')).toHaveFocus());
    expect(screen.queryByText('Northside High')).toBeNull();
  });

  it('shows its notification in front for a second', async () => {
    const { user, field } = await edit();
    await user.type(field, '!');
    holdTime();
    act(() => button('Submit').click());
    await passTime(0);
    const toast = () => toastOf('Successfully Updated Site')?.className;
    await passTime(990);
    expect(toast()).toContain('message');
    await passTime(20);
    expect(toast()).toBe('visually-hidden');
  });

  it.each(['Escape', 'Cancel'])('is cancelled by %s, with the focus back on Edit', async (by) => {
    const { user, field, inputsOf } = await edit();
    await user.type(field, ' and more');
    if (by === 'Escape') await user.keyboard('{Escape}');
    else await user.click(button('Cancel'));
    expect(rowButton('Edit', 'Northside High')).toHaveFocus();
    expect(inputsOf('updateSite')).toEqual([]);
    await user.click(rowButton('Edit', 'Northside High'));
    expect(screen.getByLabelText('New name for “Northside High”')).toHaveValue('Northside High');
  });

  it('sends nothing when the name is the same', async () => {
    const { user, inputsOf } = await edit();
    await user.keyboard('{Enter}');
    expect(rowButton('Edit', 'Northside High')).toHaveFocus();
    expect(inputsOf('updateSite')).toEqual([]);
  });

  it('requires a name', async () => {
    const { user, field, inputsOf } = await edit();
    await user.clear(field);
    await user.paste(' \u200b\u202e\u000b');
    await user.keyboard('{Enter}');
    expect(field).toHaveAccessibleDescription('Please enter a site name.');
    expect(inputsOf('updateSite')).toEqual([]);
  });

  it.each([
    [refusal(409, 'Site already exists'), 'Site already exists'],
    [refusal(404, 'Not Found'), 'This site no longer exists.'],
    [refusal(400, 'In words of the server'), 'In words of the server'],
    [
      () => {
        throw new ApiError('network');
      },
      'There was no answer. Please check your internet connection and try again.',
    ],
  ])('explains a failure, and keeps the input: %#', async (updateSite, reason) => {
    expectConsoleErrors();
    const { user, field } = await edit('Northside High', { updateSite });
    await user.type(field, '!{Enter}');
    expect(await screen.findByText('Could not update site, please try again')).toBeVisible();
    expect(screen.getByText(reason)).toBeVisible();
    expect(field).toHaveValue('Northside High!');
  });

  it('can be sent again after a failure', async () => {
    expectConsoleErrors();
    const updateSite = vi.fn<() => unknown>().mockImplementationOnce(refusal(503));
    const { user, field } = await edit('Northside High', { updateSite });
    await user.type(field, '!{Enter}');
    await screen.findByText('Could not update site, please try again');
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Successfully Updated Site')).toBeVisible();
  });

  it('keeps the input while its row does not match the search', async () => {
    const { user, field } = await edit();
    await user.type(field, '!');
    const search = screen.getByLabelText('Search by site name');
    await user.type(search, 'elm');
    expect(screen.queryByLabelText('New name for “Northside High”')).toBeNull();
    await user.clear(search);
    expect(screen.getByLabelText('New name for “Northside High”')).toHaveValue('Northside High!');
    expect(search).toHaveFocus();
  });
});

describe('deleting', () => {
  async function ask(answers: Answers = {}) {
    const kept = stubSites('Elm Middle', 'Northside High', 'Southside High');
    const app = await openPage({ ...kept, ...answers });
    await app.user.click(rowButton('Delete', 'Northside High'));
    return app;
  }
  const question = () => screen.queryByRole('alertdialog', { name: 'Delete “Northside High”?' });

  it('asks first, with the focus on No', async () => {
    const { inputsOf } = await ask();
    expect(question()).toHaveAccessibleDescription(
      'It will be removed from the form and all lists. Past referrals keep its name. You can bring it back later by adding its name again.',
    );
    expect(button('No')).toHaveFocus();
    expect(inputsOf('deleteSite')).toEqual([]);
  });

  it.each(['Escape', 'No'])('is cancelled by %s, with the focus back on Delete', async (by) => {
    const { user, inputsOf } = await ask();
    if (by === 'Escape') await user.keyboard('{Escape}');
    else await user.click(button('No'));
    expect(question()).toBeNull();
    expect(rowButton('Delete', 'Northside High')).toHaveFocus();
    expect(inputsOf('deleteSite')).toEqual([]);
  });

  it('shows success for a second, and then fetches the list again', async () => {
    const { inputsOf } = await ask();
    holdTime();
    act(() => {
      button('Yes').click();
      button('Yes').click();
    });
    await passTime(0);
    expect(screen.getByText('Successfully Deleted')).toBeVisible();
    expect(inputsOf('deleteSite')).toEqual([{ body: { id: 's2', name: 'Northside High' } }]);
    await passTime(990);
    expect(inputsOf('listSites')).toHaveLength(1);
    expect(toastOf('Successfully Deleted')?.className).toContain('message');
    await passTime(20);
    expect(inputsOf('listSites')).toHaveLength(2);
    expect(question()).toBeNull();
    expect(shownNames()).toEqual(['Elm Middle', 'Southside High']);
    expect(toastOf('Successfully Deleted')?.className).toBe('visually-hidden');
  });

  it('moves the focus to the row that takes its place', async () => {
    const { user } = await ask();
    await user.click(button('Yes'));
    await waitFor(() => expect(question()).toBeNull());
    expect(rowButton('Edit', 'Southside High')).toHaveFocus();
  });

  it('fetches the list again at once if its row unmounts earlier', async () => {
    const { user, inputsOf } = await ask();
    holdTime();
    act(() => button('Yes').click());
    await passTime(0);
    vi.useRealTimers();
    await user.type(screen.getByLabelText('Search by site name'), 'elm');
    expect(inputsOf('listSites')).toHaveLength(2);
  });

  it('shows a failure with its reason for a second and a half, and keeps the site', async () => {
    expectConsoleErrors();
    await ask({ deleteSite: refusal(400, 'In words of the server') });
    holdTime();
    act(() => button('Yes').click());
    await passTime(0);
    const toast = () => toastOf('Could not delete')?.className;
    expect(screen.getByText('In words of the server')).toBeVisible();
    await passTime(1_490);
    expect(toast()).toContain('message');
    await passTime(20);
    expect(toast()).toBe('visually-hidden');
    expect(question()).toBeVisible();
  });
});

it('shows all texts in Spanish', async () => {
  expectConsoleErrors();
  const { user } = await openPage(
    {
      ...stubSites('Northside High', 'Probation Referral'),
      addSite: refusal(409, 'Site already exists'),
    },
    'es',
  );
  expect(screen.getByRole('heading', { level: 1, name: 'Sitios' })).toBeVisible();
  expect(screen.getByText('Parte del formulario de remisión')).toBeVisible();
  await user.type(screen.getByLabelText('Nombre del sitio'), 'Northside High{Enter}');
  expect(await screen.findByText('El sitio ya existe')).toBeVisible();
  await user.click(await findRowButton('Eliminar', 'Northside High'));
  await user.click(button('Sí'));
  expect(await screen.findByText('Se eliminó el sitio.')).toBeVisible();
});
