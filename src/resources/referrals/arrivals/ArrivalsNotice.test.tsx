import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { THIRD_PARTY_BACKEND } from '../../../../tests/support/ourServer';
import {
  makeReferral,
  openFilters,
  renderStaffApp,
  stubQueriedList,
} from '../../../../tests/support/staffApp';

/** Staff's list of `names`, whose server then knows more. A third-party backend does not say how many there are. */
async function openList({
  language,
  isThirdParty = false,
}: { language?: 'es'; isThirdParty?: boolean } = {}) {
  const names = ['Robin', 'Sky'];
  const page = () => ({
    items: names.map((first_name) => makeReferral({ _id: first_name, first_name })),
    pages: 1,
  });
  const filtered = { items: [makeReferral({ _id: 'Robin' })], total: 1, pages: 1, counts: null };
  const app = await renderStaffApp({
    language,
    answers: {
      ...(isThirdParty
        ? { ...THIRD_PARTY_BACKEND, listReferrals: page }
        : stubQueriedList(({ name }) =>
            name ? filtered : { ...page(), total: names.length, counts: null },
          )),
      countReferrals: () => ({ count: names.length }),
    },
  });
  await screen.findByRole('link', { name: /^Robin / });
  /** Focuses the window, so that the app counts again. */
  const recount = async () => {
    const before = app.inputsOf('countReferrals').length;
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() => expect(app.inputsOf('countReferrals').length).toBeGreaterThan(before));
  };
  return { ...app, names, recount };
}

it.each([
  ['our server', false],
  ['a third-party backend', true],
])('announces arrivals and shows them on request, with %s', async (_backend, isThirdParty) => {
  const { user, names, recount } = await openList({ isThirdParty });
  await recount();
  expect(screen.queryByRole('button', { name: /new referral/ })).toBeNull();

  names.unshift('Ada', 'Bo');
  await recount();
  const show = await screen.findByRole('button', { name: '2 new referrals: show' });
  expect(show.closest('[role=status]')).not.toBeNull();
  expect(document.title).toMatch(/^\(2\) Referral List/);
  expect(screen.queryByRole('link', { name: /^Ada / })).toBeNull();

  await user.click(show);
  expect(await screen.findByRole('link', { name: /^Ada / })).toBeVisible();
  expect(screen.queryByRole('button', { name: /new referral/ })).toBeNull();
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  await waitFor(() => expect(document.title).toMatch(/^Referral List/));
});

it('announces them over a filtered list, which it clears', async () => {
  const { user, names, recount, inputsOf } = await openList();
  const counted = inputsOf('countReferrals').length;
  await openFilters(user);
  await user.type(screen.getByLabelText('Name'), 'Robin{Enter}');
  await waitFor(() => expect(inputsOf('countReferrals').length).toBeGreaterThan(counted));
  names.unshift('Ada');
  await recount();
  await user.click(await screen.findByRole('button', { name: '1 new referral: show' }));
  expect(await screen.findByRole('link', { name: /^Ada / })).toBeVisible();
  expect(screen.getByLabelText('Name')).toHaveValue('');
});

it('says nothing when referrals were deleted', async () => {
  const { names, recount } = await openList();
  names.pop();
  await recount();
  expect(screen.queryByRole('button', { name: /new referral/ })).toBeNull();
});

describe('the sound', () => {
  /** Replaces the browser's audio. @returns the function that starts a tone */
  function stubAudio() {
    const start = vi.fn<() => void>();
    const node = { connect: () => node };
    vi.stubGlobal(
      'AudioContext',
      class {
        currentTime = 0;
        destination = {};
        close = async () => {};
      },
    );
    vi.stubGlobal(
      'OscillatorNode',
      class {
        connect = () => node;
        addEventListener = () => {};
        start = start;
        stop = () => {};
      },
    );
    vi.stubGlobal(
      'GainNode',
      class {
        connect = () => node;
        gain = { exponentialRampToValueAtTime: () => {} };
      },
    );
    return start;
  }
  afterEach(() => vi.unstubAllGlobals());

  it('is off, plays once when turned on, and then with each arrival', async () => {
    const start = stubAudio();
    const { user, names, recount } = await openList();
    names.unshift('Ada');
    await recount();
    await screen.findByRole('button', { name: '1 new referral: show' });
    expect(start).not.toHaveBeenCalled();

    await user.click(screen.getByRole('button', { name: 'Turn on sound alert' }));
    expect(start).toHaveBeenCalledTimes(1);
    names.unshift('Bo');
    await recount();
    await screen.findByRole('button', { name: '2 new referrals: show' });
    expect(start).toHaveBeenCalledTimes(2);
    await recount();
    expect(start).toHaveBeenCalledTimes(2);

    await user.click(screen.getByRole('button', { name: 'Turn off sound alert' }));
    names.unshift('Cy');
    await recount();
    await screen.findByRole('button', { name: '3 new referrals: show' });
    expect(start).toHaveBeenCalledTimes(2);
  });

  it('is not offered in a browser without audio', async () => {
    await openList();
    expect(screen.queryByRole('button', { name: /sound/ })).toBeNull();
  });
});

it('speaks Spanish', async () => {
  const { names, recount } = await openList({ language: 'es' });
  names.unshift('Ada');
  await recount();
  expect(await screen.findByRole('button', { name: '1 remisión nueva: mostrar' })).toBeVisible();
});
