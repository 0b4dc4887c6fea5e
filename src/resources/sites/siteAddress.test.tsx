/** The address of a rename: `/sites/<id>`. */
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { type Answers, renderStaffApp } from '../../../tests/support/staffApp';
import { stubSites } from '../../../tests/support/stubSites';
import { ApiError } from '../../api/ApiError';

const NOT_FOUND = 'This record does not exist, or you are not allowed to see it.';
const PROTECTED = 'This site is part of the referral form and cannot be changed';

async function openPage(path = '/sites', answers: Answers = stubSites('Elm Middle', 'Oak High')) {
  const app = await renderStaffApp({ path, answers });
  await screen.findByRole('table', { name: 'Sites' });
  return app;
}

const editButton = (site: string) => screen.getByRole('button', { name: `Edit ${site}` });
const field = (site: string) => screen.queryByLabelText(`New name for “${site}”`);
const fields = () => screen.queryAllByLabelText(/^New name for/);
const manySites = () =>
  stubSites(...Array.from({ length: 61 }, (_, index) => `School ${index + 1}`));

describe('renaming a site', () => {
  it('opens the address of the site, and leaves scrolling and focus to the field', async () => {
    const { user, address } = await openPage();
    const scrollTo = vi.spyOn(window, 'scrollTo');
    await user.click(editButton('Oak High'));
    expect(address()).toBe('/sites/s2{"isOpenedFromList":true}');
    expect(field('Oak High')).toHaveFocus();
    expect(scrollTo).not.toHaveBeenCalled();
  });

  it('ends with Back, with the focus on Edit, and begins again with Forward', async () => {
    const { user, address, go } = await openPage();
    await user.click(editButton('Oak High'));
    await user.keyboard('!');
    await go(-1);
    expect(address()).toBe('/sites');
    expect(fields()).toEqual([]);
    expect(editButton('Oak High')).toHaveFocus();
    await go(1);
    expect(field('Oak High')).toHaveFocus();
    expect(field('Oak High')).toHaveValue('Oak High');
  });

  it.each(['{Escape}', '{Enter}', '{Tab}{Tab}{Enter}'])(
    'ends at the list with %s',
    async (keys) => {
      const { user, address } = await openPage();
      await user.click(editButton('Oak High'));
      await user.keyboard(keys);
      expect(address()).toBe('/sites');
      expect(fields()).toEqual([]);
      expect(editButton('Oak High')).toHaveFocus();
    },
  );

  it('ends at the list once the new name is saved', async () => {
    const { user, address } = await openPage();
    await user.click(editButton('Oak High'));
    await user.keyboard('!{Enter}');
    expect(await screen.findByText('Oak High!')).toBeVisible();
    await waitFor(() => expect(address()).toBe('/sites'));
    expect(editButton('Oak High!')).toHaveFocus();
  });

  it('stays at the list when the name is saved after Back', async () => {
    let save = () => {};
    const kept = stubSites('Elm Middle', 'Oak High');
    const updateSite: Answers['updateSite'] = (input) =>
      new Promise((resolve) => {
        save = () => resolve(kept.updateSite?.(input));
      });
    const { user, address, go } = await openPage('/sites', { ...kept, updateSite });
    await user.click(screen.getByRole('link', { name: 'Poster: Oak High' }));
    await user.click(await screen.findByRole('link', { name: 'Back to the sites' }));
    await screen.findByRole('table', { name: 'Sites' });
    await user.click(editButton('Oak High'));
    await user.keyboard('!{Enter}');
    await go(-1);
    await act(async () => save());
    expect(await screen.findByText('Oak High!')).toBeVisible();
    expect(address()).toBe('/sites');
  });

  it('of several sites keeps the input of each, at the address of the last one', async () => {
    const { user, address } = await openPage();
    await user.click(editButton('Elm Middle'));
    await user.keyboard('!');
    await user.click(editButton('Oak High'));
    expect(address()).toBe('/sites/s2{"isOpenedFromList":true}');
    expect(field('Oak High')).toHaveFocus();
    expect(field('Elm Middle')).toHaveValue('Elm Middle!');
    await user.keyboard('{Escape}');
    expect(address()).toBe('/sites');
    expect(fields()).toEqual([field('Elm Middle')]);
    await user.type(field('Elm Middle') as HTMLElement, '?{Enter}');
    expect(await screen.findByText('Elm Middle!?')).toBeVisible();
    expect(address()).toBe('/sites');
  });

  it('leaves the address of another site alone when it ends', async () => {
    const { user, address } = await openPage();
    await user.click(editButton('Elm Middle'));
    await user.click(editButton('Oak High'));
    await user.type(field('Elm Middle') as HTMLElement, '{Escape}');
    expect(fields()).toEqual([field('Oak High')]);
    expect(address()).toBe('/sites/s2{"isOpenedFromList":true}');
  });
});

describe('a link to a site, or a reload', () => {
  it('opens the field on the page of the site, with the focus', async () => {
    const { address } = await openPage('/sites/s61', manySites());
    await waitFor(() => expect(field('School 61')).toHaveFocus());
    expect(field('School 61')).toHaveValue('School 61');
    expect(screen.getByText('61–61 of 61')).toBeVisible();
    expect(address()).toBe('/sites/s61');
  });

  it('leads to the list when the editing ends', async () => {
    const { user, address } = await openPage('/sites/s2');
    await waitFor(() => expect(field('Oak High')).toHaveFocus());
    await user.keyboard('{Escape}');
    expect(address()).toBe('/sites');
    expect(editButton('Oak High')).toHaveFocus();
  });

  it('finds an id with characters that an address escapes', async () => {
    const listSites = () => [{ _id: 'a&b/c', name: 'Oak High' }];
    const { user, address } = await openPage('/sites/a%26b%2Fc', { listSites });
    await waitFor(() => expect(field('Oak High')).toHaveFocus());
    await user.keyboard('{Escape}');
    await user.click(editButton('Oak High'));
    expect(address()).toContain('/sites/a%26b%2Fc');
    expect(field('Oak High')).toHaveFocus();
  });

  it.each([
    ['does not exist', 's9', NOT_FOUND],
    ['belongs to the referral form', 's3', PROTECTED],
  ])('to a site that %s says so, and shows the list as usual', async (_case, id, text) => {
    const { user, address } = await openPage(
      `/sites/${id}`,
      stubSites('Elm Middle', 'Oak High', 'Probation Referral'),
    );
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(fields()).toEqual([]);
    expect(document.body).toHaveFocus();
    await user.click(editButton('Oak High'));
    expect(screen.queryByText(text)).toBeNull();
    await user.keyboard('{Escape}');
    expect(address()).toBe('/sites');
  });

  it('says nothing about a site when the sites could not be loaded', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const listSites = vi.fn<() => unknown>(() => [{ _id: 's2', name: 'Oak High' }]);
    listSites.mockImplementationOnce(() => {
      throw new ApiError('status', { status: 403 });
    });
    const { user } = await renderStaffApp({ path: '/sites/s2', answers: { listSites } });
    expect(await screen.findByText('The sites could not be loaded.')).toBeVisible();
    expect(screen.queryByText(NOT_FOUND)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(field('Oak High')).toHaveFocus());
  });
});

it('clears a search that does not find the site', async () => {
  const { user, go } = await openPage('/sites', manySites());
  await user.click(editButton('School 2'));
  await go(-1);
  const search = screen.getByLabelText('Search by site name');
  await user.type(search, 'School 61');
  await go(1);
  expect(search).toHaveValue('');
  expect(field('School 2')).toHaveFocus();
});

it('says that the site was deleted while its new name was entered', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const kept = stubSites('Elm Middle', 'Oak High');
  const updateSite: Answers['updateSite'] = (input) => {
    void kept.deleteSite?.(input);
    throw new ApiError('status', { status: 404, detail: 'Not Found' });
  };
  const { user } = await openPage('/sites', { ...kept, updateSite });
  await user.click(editButton('Oak High'));
  await user.keyboard('!{Enter}');
  expect(await screen.findByText(NOT_FOUND)).toBeVisible();
  expect(fields()).toEqual([]);
});
