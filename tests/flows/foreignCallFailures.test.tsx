/** Every call of the specification × every shape in which another backend may fail: a refusal in our own words, with nothing of what came. */
import { inspect } from 'node:util';
import { waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { AnyCallName } from '../../contract/calls';
import { ApiError } from '../../src/api/ApiError';
import { createApi } from '../../src/api/createApi';
import { createSessionStore } from '../../src/authProvider/sessionStore';
import { FOREIGN_URL, renderForeignApp } from '../support/foreignApp';
import { FOREIGN_CALL_NAMES, type ForeignCallName } from '../support/foreignCalls';
import { PLANTED } from '../support/foreignFailures';
import { shapes, watchingFailures } from '../support/foreignTrouble';
import { withForeignBackend } from '../support/foreignWorld';
import { PATIENCE } from '../support/renderApp';

const foreign = withForeignBackend();
const failures = watchingFailures();

describe.each(FOREIGN_CALL_NAMES)('the call %s', (name) => {
  it.each(shapes)('is refused in our own words when it fails with: %s', async (_shape, failure) => {
    const session = createSessionStore();
    session.signIn(foreign.backend().tokensFor('Olga Head'));
    const api = createApi(FOREIGN_URL, session);
    foreign.backend().fail(name, failure);
    const call = api.call as (name: AnyCallName, input: object) => Promise<unknown>;
    const { body, query } = inputOf(name);
    const outcome: unknown = await call(name, { body, query, params: { id: 'x' } }).catch(
      (error: unknown) => error,
    );
    expect(outcome).toBeInstanceOf(ApiError);
    expect(inspect(outcome, { depth: 10 })).not.toContain(PLANTED);
    failures.count();
  });
});

/** As specified, so that nothing is wrong but the answer. */
function inputOf(name: ForeignCallName): { body?: object; query?: object } {
  const bodies: Partial<Record<ForeignCallName, string>> = {
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
  const queries: Partial<Record<ForeignCallName, object>> = {
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

describe('who is signed out by a refresh that fails', () => {
  // A page of the network's own is no answer of the server's: it is tried again, as after trouble there.
  const REFUSED = shapes.filter(
    ([, failure]) => failure !== 'network' && failure.status >= 400 && failure.status < 429,
  );
  it.each(REFUSED)('has no token left: %s', async (_shape, failure) => {
    foreign.backend().fail('refresh', failure);
    const pair = foreign.backend().tokensFor('Olga Head');
    foreign.backend().expireTokens();
    await renderForeignApp('/admin', pair);
    await waitFor(() => expect(window.localStorage).toHaveLength(0), PATIENCE);
    failures.count();
  });
});
