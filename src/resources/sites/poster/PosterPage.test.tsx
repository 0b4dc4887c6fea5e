import { act, screen, waitFor, within } from '@testing-library/react';
import { encode } from 'uqr';
import { expect, it, vi } from 'vitest';
import { THIRD_PARTY_BACKEND } from '../../../../tests/support/ourServer';
import { renderStaffApp } from '../../../../tests/support/staffApp';
import { everyone as english } from '../../../../contract/languages/en.json';
import { everyone as spanish } from '../../../../contract/languages/es.json';
import { ApiError } from '../../../api/ApiError';

const SITES = [
  { _id: 's1', name: 'Northside High' },
  { _id: 's&2', name: 'Southside High' },
];

async function openPoster(options: Parameters<typeof renderStaffApp>[0] = {}) {
  const app = await renderStaffApp({
    path: '/sites/poster?site=s1',
    answers: { listSites: () => SITES },
    publicUrl: 'https://desk.example.org',
    ...options,
  });
  return { ...app, poster: await screen.findByRole('article', { name: 'Poster' }) };
}

/** The dark modules of the displayed code, row by row. */
function shownModules(): boolean[][] {
  const code = screen.getByRole('img', { name: /QR/ });
  const size = Number(code.getAttribute('viewBox')?.split(' ')[2]);
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  const path = code.querySelector('path');
  for (const [, x, y] of path?.getAttribute('d')?.matchAll(/M(\d+) (\d+)h1v1h-1z/g) ?? []) {
    const row = rows[Number(y)];
    if (row) row[Number(x)] = true;
  }
  expect(path).toHaveAttribute('fill', '#000');
  expect(code.querySelector('rect')).toHaveAttribute('fill', '#fff');
  return rows;
}
const modulesOf = (text: string) => encode(text, { ecc: 'M', border: 4 }).data;

it('shows the name of the site, and a code of its public URL in the language of the page', async () => {
  const { poster } = await openPoster({ supportPhone: '(555) 010-0000' });
  const address = 'https://desk.example.org/?site=s1&lang=en';
  expect(poster).toHaveTextContent('Northside High');
  expect(within(poster).getByText('https://desk.example.org')).toBeVisible();
  expect(poster).toHaveTextContent('(555) 010-0000');
  expect(poster).toHaveTextContent(/988/);
  expect(within(poster).getByRole('heading', { name: english.landing.title })).toBeVisible();
  expect(within(poster).getAllByRole('listitem')).toHaveLength(3);
  expect(shownModules()).toEqual(modulesOf(address));
  expect(document.title).toBe('Poster – Referral Desk');
});

it('leaves four white modules around the code', async () => {
  await openPoster();
  const rows = shownModules();
  const edges = [...rows.slice(0, 4), ...rows.slice(-4)].flat();
  const sides = rows.flatMap((row) => [...row.slice(0, 4), ...row.slice(-4)]);
  expect([...edges, ...sides]).not.toContain(true);
  expect(rows[4]?.[4]).toBe(true);
});

it('switches to another language than the page, and its code with it', async () => {
  const { user, poster } = await openPoster({ path: '/sites/poster?site=s%262' });
  await user.selectOptions(screen.getByLabelText('Language of the poster'), 'Español');
  expect(await within(poster).findByText(spanish.landing.title)).toBeVisible();
  expect(poster).toHaveAttribute('lang', 'es');
  expect(poster).toHaveTextContent('Southside High');
  expect(screen.getByRole('button', { name: 'Print' })).toBeVisible();
  expect(shownModules()).toEqual(modulesOf('https://desk.example.org/?site=s%262&lang=es'));
});

it('uses the origin of the browser if the settings have no public URL', async () => {
  const { poster } = await openPoster({ publicUrl: '' });
  expect(within(poster).getByText(window.location.origin)).toBeVisible();
  expect(shownModules()).toEqual(modulesOf(`${window.location.origin}/?site=s1&lang=en`));
});

it('prints the poster with a button', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  const { user } = await openPoster();
  await user.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
  print.mockRestore();
});

it('the poster is linked from the row of each site, even of a protected one', async () => {
  const sites = [...SITES, { _id: 's3', name: 'Location Not Listed' }];
  const { user, address } = await renderStaffApp({
    path: '/sites',
    answers: { listSites: () => sites },
  });
  expect(await screen.findByRole('link', { name: 'Poster: Location Not Listed' })).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Poster: Southside High' }));
  expect(await screen.findByRole('article', { name: 'Poster' })).toHaveTextContent(
    'Southside High',
  );
  expect(address()).toBe('/sites/poster?site=s%262');
  await user.click(screen.getByRole('link', { name: 'Back to the sites' }));
  expect(await screen.findByRole('table', { name: 'Sites' })).toBeVisible();
});

it('says that the site does not exist', async () => {
  await renderStaffApp({ path: '/sites/poster?site=none', answers: { listSites: () => SITES } });
  expect(await screen.findByText('This site no longer exists.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Print' })).not.toBeInTheDocument();
});

it('says that the sites could not be loaded, and loads them again', async () => {
  let fails = true;
  const { user } = await renderStaffApp({
    path: '/sites/poster?site=s1',
    answers: {
      listSites: () => {
        if (fails) throw new ApiError('status', { status: 400 });
        return SITES;
      },
    },
  });
  await screen.findByText('The sites could not be loaded.');
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('article', { name: 'Poster' })).toHaveTextContent(
    'Northside High',
  );
});

const print = () => act(() => void window.dispatchEvent(new Event('afterprint')));

it('reports the first printing to a server with the checklist of the first day', async () => {
  const { inputsOf } = await openPoster();
  expect(inputsOf('updateSetup')).toEqual([]);
  print();
  print();
  await waitFor(() =>
    expect(inputsOf('updateSetup')).toEqual([{ body: { poster_printed: true } }]),
  );
});

it('reports nothing to a third-party backend', async () => {
  const answers = { ...THIRD_PARTY_BACKEND, listSites: () => SITES };
  const { inputsOf } = await openPoster({ answers });
  print();
  expect(inputsOf('updateSetup')).toEqual([]);
});

it('prints although the report fails', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const updateSetup = () => {
    throw new ApiError('status', { status: 503 });
  };
  const { poster } = await openPoster({ answers: { listSites: () => SITES, updateSetup } });
  print();
  expect(poster).toBeVisible();
});
