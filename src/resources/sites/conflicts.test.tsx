/** Two super users change the same site, on a server with versions. */
import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderStaffApp } from '../../../tests/support/staffApp';
import { STALE_DETAIL } from '../../../contract/staffConstants';
import type { Site } from '../../../contract/entities/site';
import { ApiError } from '../../api/ApiError';

async function openPage() {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let stored: Site | null = { _id: 's1', name: 'Elm Middle', version: 2 };
  const others = (name: string) => {
    stored = { _id: 's1', name, version: (stored?.version ?? 0) + 1 };
  };
  const look = (input: unknown) => {
    const { headers } = input as { headers?: Record<string, string> };
    if (headers?.['If-Match'] === `"${stored?.version}"`) return;
    throw new ApiError('status', { status: 412, detail: STALE_DETAIL });
  };
  const app = await renderStaffApp({
    path: '/sites',
    answers: {
      listSites: () => (stored ? [stored] : []),
      updateSite: (input) => {
        look(input);
        others((input.body as { name: string }).name);
        return stored;
      },
      deleteSite: (input) => {
        look(input);
        stored = null;
        return { detail: 'ok' };
      },
    },
  });
  await screen.findByRole('table', { name: 'Sites' });
  const press = async (name: string | RegExp) =>
    app.user.click(await screen.findByRole('button', { name }));
  return { ...app, press, others, stored: () => stored };
}

it('shows a name that someone else saved meanwhile beside the input, and overwrites it only with a button', async () => {
  const { user, press, others, stored } = await openPage();
  await press(/^Edit /);
  await user.type(screen.getByRole('textbox', { name: /^New name for/ }), ' School');
  others('Elm Academy');
  await press('Submit');
  const alert = within(await screen.findByRole('alert'));
  const save = await alert.findByRole('button', { name: 'Save my version instead' });
  expect(alert.getByRole('term').parentElement?.textContent).toBe(
    'Site NameNow: Elm AcademyYou entered: Elm Middle School',
  );
  expect(stored()?.name).toBe('Elm Academy');
  await user.click(save);
  expect(await screen.findByText('Successfully Updated Site')).toBeVisible();
  expect(stored()?.name).toBe('Elm Middle School');
});

it('keeps the name of someone else with a button, and the row shows it', async () => {
  const { user, press, others, stored } = await openPage();
  await press(/^Edit /);
  await user.type(screen.getByRole('textbox', { name: /^New name for/ }), ' School');
  others('Elm Academy');
  await press('Submit');
  await press('Keep the current version');
  expect(await screen.findByText('Elm Academy')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Edit Elm Academy' })).toHaveFocus();
  expect(stored()?.name).toBe('Elm Academy');
});

it('deletes a site that someone else renamed meanwhile only after asking again, by its new name', async () => {
  const { press, others, stored } = await openPage();
  await press(/^Delete /);
  others('Elm Academy');
  await press('Yes');
  expect(await screen.findByText(/^Someone else changed this site/)).toBeVisible();
  expect(await screen.findByText('Delete “Elm Academy”?')).toBeVisible();
  expect(stored()).not.toBeNull();
  await press('Yes');
  await screen.findByText('Successfully Deleted');
  expect(stored()).toBeNull();
});
