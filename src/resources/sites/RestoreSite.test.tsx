/** Adding or renaming to the name of a deleted site. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { stubSites } from '../../../tests/support/stubSites';
import { type Answers, renderStaffApp } from '../../../tests/support/staffApp';
import { SITE_REFUSALS } from '../../../contract/staffConstants';
import type { RestorableSite, Site } from '../../../contract/entities/site';
import { ApiError } from '../../api/ApiError';
import type { Language } from '../../i18n/languages';

const account = (name: string) => ({
  _id: name,
  fullname: name,
  username: `${name.toLowerCase()}@clinic.example`,
});
const OLD: RestorableSite = {
  _id: 'old',
  name: "St. Ann's",
  version: 4,
  deletion_date: '2026-11-20T14:05:00.000Z',
  accounts: [account('Pat'), account('Sam')],
};
const refuse = (detail: string) => {
  throw new ApiError('status', { status: 409, detail });
};

/** A server with a deleted site; `St. Ann’s` is its name. */
async function openPage(
  { deleted = [OLD], ...answers }: Answers & { deleted?: readonly RestorableSite[] } = {},
  language?: Language,
) {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const stub = stubSites('Elm Middle');
  const live: Site[] = [];
  const refuseDeleted = (change: Answers['addSite']): Answers['addSite'] => {
    return (input) => {
      const { name } = input.body as Site;
      return name.startsWith('St. Ann') ? refuse(SITE_REFUSALS.nameDeleted) : change?.(input);
    };
  };
  const app = await renderStaffApp({
    path: '/sites',
    language,
    answers: {
      listSites: (input) => [...((stub.listSites?.(input) ?? []) as Site[]), ...live],
      addSite: refuseDeleted(stub.addSite),
      updateSite: refuseDeleted(stub.updateSite),
      listRestorableSites: () => deleted,
      restoreSite: ({ body }) => {
        const found = deleted.find(({ _id }) => _id === (body as { id: string }).id) as Site;
        live.push(found);
        return found;
      },
      ...answers,
    },
  });
  await screen.findByRole('table', { name: language === 'es' ? 'Sitios' : 'Sites' });
  return app;
}
const nameField = () => screen.getByLabelText('Site Name');
const CHOICE = 'A deleted site has this name. Bring it back, or enter another name.';
const bringBack = () => screen.findByRole('button', { name: 'Bring it back' });

it('says who will see the referrals of the deleted site, and brings it back', async () => {
  const { user, inputsOf } = await openPage();
  await user.type(nameField(), 'St. Ann’s{Enter}');
  expect(await screen.findByText(CHOICE)).toBeVisible();
  const button = await bringBack();
  expect(button).toHaveAccessibleDescription(
    /^“St. Ann's”, deleted .*2026.* Its referrals stay with it. These managers will see them again, also new ones: Pat \(pat@clinic.example\), Sam \(sam@clinic.example\).$/,
  );
  expect(inputsOf('listRestorableSites')).toEqual([{ query: { name: 'St. Ann’s' } }]);
  expect(inputsOf('restoreSite')).toEqual([]);
  await user.click(button);
  expect(await screen.findByText('The site is back')).toBeVisible();
  expect(inputsOf('restoreSite')).toEqual([{ body: { id: 'old' } }]);
  const rows = within(screen.getByRole('table', { name: 'Sites' }));
  expect(await rows.findByText("St. Ann's")).toBeVisible();
  await waitFor(() => expect(nameField()).toHaveFocus());
  expect(nameField()).toHaveValue('');
  expect(screen.queryByText(CHOICE)).toBeNull();
});

it('another name may be entered instead', async () => {
  const { user, inputsOf } = await openPage();
  await user.type(nameField(), 'St. Ann’s{Enter}');
  await bringBack();
  await user.clear(nameField());
  await user.type(nameField(), 'Oak High{Enter}');
  expect(await screen.findByText('Successfully added new site.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Bring it back' })).toBeNull();
  expect(inputsOf('restoreSite')).toEqual([]);
});

it('brings it back from a rename, which then ends; the renamed site keeps its name', async () => {
  const { user, inputsOf } = await openPage();
  await user.click(screen.getByRole('button', { name: 'Edit Elm Middle' }));
  const field = screen.getByLabelText('New name for “Elm Middle”');
  await user.clear(field);
  await user.type(field, 'St. Ann’s{Enter}');
  expect(await screen.findByText(CHOICE)).toBeVisible();
  await user.click(await bringBack());
  expect(await screen.findByText('The site is back')).toBeVisible();
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Edit Elm Middle' })).toHaveFocus(),
  );
  expect(screen.getByRole('button', { name: "Edit St. Ann's" })).toBeVisible();
  expect(inputsOf('restoreSite')).toEqual([{ body: { id: 'old' } }]);
});

it.each([
  [[account('Pat')], /This manager will see them again, also new ones: Pat \(pat@/],
  [[], /No manager has this site\.$/],
])('names the managers: %#', async (accounts, text) => {
  const { user } = await openPage({ deleted: [{ ...OLD, accounts }] });
  await user.type(nameField(), 'St. Ann’s{Enter}');
  expect(await bringBack()).toHaveAccessibleDescription(text);
});

it('lists each deleted site of that name', async () => {
  const deleted = [OLD, { ...OLD, _id: 'older', name: 'ST. ANN’S', accounts: [] }];
  const { user, inputsOf } = await openPage({ deleted });
  await user.type(nameField(), 'St. Ann’s{Enter}');
  const [, older] = await screen.findAllByRole('button', { name: 'Bring it back' });
  expect(older).toHaveAccessibleDescription(/^“ST. ANN’S”/);
  await user.click(older as HTMLElement);
  await screen.findByText('The site is back');
  expect(inputsOf('restoreSite')).toEqual([{ body: { id: 'older' } }]);
});

it('says why it could not be brought back', async () => {
  const restoreSite = () => refuse(SITE_REFUSALS.nameTaken);
  const { user } = await openPage({ restoreSite });
  await user.type(nameField(), 'St. Ann’s{Enter}');
  await user.click(await bringBack());
  expect(await screen.findByText('Could not bring the site back')).toBeVisible();
  expect(screen.getByText('Site already exists')).toBeVisible();
  expect(nameField()).toHaveValue('St. Ann’s');
});

it('can retry loading the deleted site', async () => {
  const listRestorableSites = vi
    .fn<() => unknown>()
    .mockImplementationOnce(() => refuse('No'))
    .mockReturnValue([OLD]);
  const { user } = await openPage({ listRestorableSites });
  await user.type(nameField(), 'St. Ann’s{Enter}');
  const failure = await screen.findByText('The deleted site could not be loaded.');
  await user.click(
    within(failure.parentElement as HTMLElement).getByRole('button', { name: 'Try again' }),
  );
  expect(await bringBack()).toBeVisible();
});

it('asks in Spanish', async () => {
  const { user } = await openPage({}, 'es');
  await user.type(screen.getByLabelText('Nombre del sitio'), 'St. Ann’s{Enter}');
  expect(
    await screen.findByText(
      'Un sitio eliminado tiene este nombre. Recupérelo o escriba otro nombre.',
    ),
  ).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Recuperarlo' }));
  expect(await screen.findByText('Se recuperó el sitio.')).toBeVisible();
});
