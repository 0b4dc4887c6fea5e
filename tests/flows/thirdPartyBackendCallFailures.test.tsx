/** Every call of the specification × every failure of a third-party backend: rejects in our own words, without the response's text. */
import { inspect } from 'node:util';
import { waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { AnyCallName } from '../../contract/calls';
import { ApiError } from '../../src/api/ApiError';
import { createClient } from '../../src/api/client';
import { createSessionStore } from '../../src/authProvider/sessionStore';
import { THIRD_PARTY_URL, renderThirdPartyApp } from '../support/thirdPartyBackendApp';
import { THIRD_PARTY_CALL_NAMES, type ThirdPartyCallName } from '../support/thirdPartyBackendCalls';
import { PLANTED } from '../support/thirdPartyBackendFailures';
import { FAILURE_SHAPES, watchFailures } from '../support/watchThirdPartyBackendFailures';
import { withThirdPartyBackend } from '../support/thirdPartyBackendFixtures';
import { WAIT_OPTIONS } from '../support/renderApp';

const thirdParty = withThirdPartyBackend();
const failures = watchFailures();

describe.each(THIRD_PARTY_CALL_NAMES)('the call %s', (name) => {
  it.each(FAILURE_SHAPES)(
    'rejects in our own words when it fails with: %s',
    async (_shape, failure) => {
      const session = createSessionStore();
      session.signIn(thirdParty.backend().tokensFor('Olga Head'));
      const api = createClient(THIRD_PARTY_URL, session);
      thirdParty.backend().fail(name, failure);
      const call = api.call as (name: AnyCallName, input: object) => Promise<unknown>;
      const { body, query } = inputOf(name);
      const outcome: unknown = await call(name, { body, query, params: { id: 'x' } }).catch(
        (error: unknown) => error,
      );
      expect(outcome).toBeInstanceOf(ApiError);
      expect(inspect(outcome, { depth: 10 })).not.toContain(PLANTED);
      failures.count();
    },
  );
});

/** A valid input, so that only the response is wrong. */
function inputOf(name: ThirdPartyCallName): { body?: object; query?: object } {
  const bodies: Partial<Record<ThirdPartyCallName, string>> = {
    login: 'username password remember',
    register: 'username password schools role',
    registerSuperuser: 'fullname username password role schools',
    registerReferral: 'fullname username password role schools referral',
    forgotPassword: 'email',
    resetPassword: 'token new_pass',
    addSite: 'name',
    updateSite: 'id name',
    deleteSite: 'id name',
    updateReferral: 'id status notes referred_by has_account',
    assignReferral: 'user_id referral_id',
    deleteReferral: 'id',
    approveAccount: 'user_id',
    updateAccount: 'fullname username schools created_referrals_only',
    addReferral: PERSON,
    addGuestReferral: PERSON,
  };
  const paged = { page: 1, size: name === 'filterReferrals' ? 50 : 25 };
  const queries: Partial<Record<ThirdPartyCallName, object>> = {
    checkResetToken: { reset_token: 'x' },
    searchAccounts: { query: 'x' },
    listReferrals: paged,
    filterReferrals: paged,
    listPendingAccounts: paged,
    listAccounts: paged,
  };
  const keys = bodies[name]?.split(' ');
  return {
    ...(keys && { body: Object.fromEntries(keys.map((key) => [key, 'x'])) }),
    query: queries[name],
  };
}

const PERSON =
  'substance site first_name last_name contact_number sex dob notes mediCal mediCal_county ' +
  'probation_name probation_phone probation_email';

describe('a rejected refresh', () => {
  // A page of the network, such as a captive portal, is not a rejection by the server: it is retried, as is a server error.
  const REJECTIONS = FAILURE_SHAPES.filter(
    ([, failure]) => failure !== 'network' && failure.status >= 400 && failure.status < 429,
  );
  it.each(REJECTIONS)('removes the stored tokens: %s', async (_shape, failure) => {
    thirdParty.backend().fail('refresh', failure);
    const pair = thirdParty.backend().tokensFor('Olga Head');
    thirdParty.backend().expireTokens();
    await renderThirdPartyApp('/admin', pair);
    await waitFor(() => expect(window.localStorage).toHaveLength(0), WAIT_OPTIONS);
    failures.count();
  });
});
