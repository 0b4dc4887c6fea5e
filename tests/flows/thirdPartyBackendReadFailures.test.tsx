/**
 * Read requests that fail at a third-party backend, in every shape: each failure is reported and can be retried, and the response
 * is not shown. By default every list gets a share of the shapes and every shape some lists; all × all when EXHAUSTIVE.
 */
import { cleanup, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { renderThirdPartyApp } from '../support/thirdPartyBackendApp';
import { type ThirdPartyCallName } from '../support/thirdPartyBackendCalls';
import { FAILURES, PLANTED } from '../support/thirdPartyBackendFailures';
import {
  selectShapes,
  FAILURE_TEXT,
  watchFailures,
} from '../support/watchThirdPartyBackendFailures';
import { withThirdPartyBackend } from '../support/thirdPartyBackendFixtures';
import { chooseSubstanceAndSite, findDialog, findRow, WAIT_OPTIONS } from '../support/renderApp';

const thirdParty = withThirdPartyBackend();
const failures = watchFailures();

interface Reading {
  readonly call: ThirdPartyCallName;
  readonly says: RegExp;
  open(): Promise<{ user: UserEvent }>;
}

const READINGS: readonly Reading[] = [
  {
    call: 'listSites',
    says: /The sites could not be loaded/,
    open: () => renderThirdPartyApp('/'),
  },
  {
    call: 'listCounties',
    says: /The counties could not be loaded/,
    async open() {
      const { user } = await renderThirdPartyApp('/');
      await chooseSubstanceAndSite(user, 'Probation Referral');
      return { user };
    },
  },
  {
    call: 'listReferrals',
    says: /The referrals could not be loaded/,
    open: () => thirdParty.openAs('Olga Head', '/admin'),
  },
  {
    call: 'filterReferrals',
    says: /The list could not be refreshed/,
    async open() {
      const { user } = await thirdParty.openAs('Olga Head', '/admin');
      await findRow('Old-01');
      await user.type(screen.getByRole('textbox', { name: 'Name' }), 'old{Enter}');
      return { user };
    },
  },
  {
    call: 'listManagers',
    says: /The managers could not be loaded/,
    async open() {
      const { user } = await thirdParty.openAs('Olga Head', '/admin');
      await user.click((await findRow('Old-02')).getByRole('link', { name: /^Otto/ }));
      await findDialog();
      return { user };
    },
  },
  {
    call: 'listPendingAccounts',
    says: /The pending user accounts could not be loaded/,
    open: () => thirdParty.openAs('Olga Head', '/profile'),
  },
  {
    call: 'listAccounts',
    says: /The user accounts could not be loaded/,
    open: () => thirdParty.openAs('Olga Head', '/accounts/list'),
  },
  {
    call: 'searchAccounts',
    says: /The list could not be refreshed/,
    async open() {
      const { user } = await thirdParty.openAs('Olga Head', '/accounts/list');
      await screen.findByRole('rowheader', { name: 'Rita Referred' }, WAIT_OPTIONS);
      await user.type(screen.getByRole('searchbox', { name: 'Search Users' }), 'rita');
      return { user };
    },
  },
  {
    call: 'checkResetToken',
    says: /There was no answer/,
    open: () => renderThirdPartyApp('/reset-password?reset_token=good-link'),
  },
];

const countOf = (call: ThirdPartyCallName) =>
  thirdParty.backend().called.filter((name) => name === call).length;

describe.each(READINGS)('a screen that loads $call', ({ call, says, open }) => {
  const shapes = selectShapes(READINGS.findIndex((reading) => reading.call === call));

  it('reports each failure, offers a retry, and shows nothing of the response', async () => {
    thirdParty.backend().fail(call, 'network');
    const { user } = await open();
    await waitFor(() => expect(document.body).toHaveTextContent(says), WAIT_OPTIONS);
    for (const [shape, failure] of shapes) {
      thirdParty.backend().fail(call, failure);
      const before = countOf(call);
      const again = screen.queryByRole('button', { name: 'Try again' });
      // An invalid link offers no retry.
      if (!again) {
        expect({ call, shape, text: document.body.textContent }).toMatchObject({
          call: 'checkResetToken',
          text: expect.stringContaining('Reset link is invalid'),
        });
        cleanup();
        await open();
      } else await user.click(again);
      await waitFor(() => {
        expect({ shape, tries: countOf(call) > before }).toEqual({ shape, tries: true });
        const said = document.body.textContent;
        const isReported =
          says.test(said) || FAILURE_TEXT.test(said) || said.includes('link is invalid');
        expect({ shape, said: isReported ? 'why' : said }).toEqual({ shape, said: 'why' });
      }, WAIT_OPTIONS);
      expect(document.body).not.toHaveTextContent(PLANTED);
      failures.count();
    }
  });
});

describe('a failed count', () => {
  it.each(['an empty list', 'a page of a proxy', 'the page of a captive portal', 'no answer'])(
    'does not affect the list: %s',
    async (shape) => {
      thirdParty.backend().fail('countReferrals', FAILURES[shape] ?? 'network');
      await thirdParty.openAs('Olga Head', '/admin');
      await findRow('Old-01');
      await waitFor(
        () => expect(thirdParty.backend().called).toContain('countReferrals'),
        WAIT_OPTIONS,
      );
      expect(document.body).not.toHaveTextContent(/NaN|undefined|\[object/);
      failures.count();
    },
  );
});
