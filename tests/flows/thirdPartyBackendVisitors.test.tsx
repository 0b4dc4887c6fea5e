/** Visitor actions and sign-in against a third-party backend, which has the calls of the specification and no others. */
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { renderThirdPartyApp } from '../support/thirdPartyBackendApp';
import { THIRD_PARTY_PASSWORD } from '../support/thirdPartyBackendRecords';
import { json } from '../support/thirdPartyBackendResponses';
import { withThirdPartyBackend } from '../support/thirdPartyBackendFixtures';
import {
  chooseSubstanceAndSite,
  fillFields,
  findHeading,
  findRow,
  findText,
  WAIT_OPTIONS,
  queryRow,
  personFields,
  REFERRAL_ADDED,
} from '../support/renderApp';

const thirdParty = withThirdPartyBackend();

const button = (name: string | RegExp) => screen.getByRole('button', { name });

describe('a visitor', () => {
  it('files a referral as a guest', async () => {
    const { user } = await renderThirdPartyApp('/');
    await chooseSubstanceAndSite(user, 'Old Town High');
    await fillFields(user, personFields('Foreign'));
    await user.click(button('Finish'));
    await user.click(button('Continue as guest'));
    await findText(REFERRAL_ADDED);
    expect(thirdParty.backend().referrals()[0]).toMatchObject({
      last_name: 'Foreign',
      user_info: null,
    });
    expect(document.querySelector('[name="website"]')).toBeNull();
  });

  it('files a probation referral after the server has flagged its missing fields', async () => {
    const { user } = await renderThirdPartyApp('/');
    await chooseSubstanceAndSite(user, 'Probation Referral');
    await fillFields(user, personFields('Foreign'));
    await user.click(button('Finish'));
    await user.click(button('Continue as guest'));
    for (const name of ['Missing Medi-Cal #', 'Missing county', 'Missing email']) {
      expect(await screen.findByRole('link', { name }, WAIT_OPTIONS)).toBeInTheDocument();
    }
    expect(screen.queryByText(/at least 1 character/)).toBeNull();
    await fillFields(user, {
      'Medical Insurance #': '91234567A',
      "Probation Officer's Name": 'Olive Officer',
      "Probation Officer's Phone": '555 010 9999',
      "Probation Officer's Email": 'olive@county.example',
    });
    await user.selectOptions(screen.getByLabelText('Medi-Cal County'), 'Yolo');
    await user.click(button('Finish'));
    await user.click(button('Continue as guest'));
    await findText(REFERRAL_ADDED);
    expect(thirdParty.backend().referrals()[0]).toMatchObject({ mediCal: '91234567A' });
  });

  it('sees at a filled-in field why this server refuses it, and never the input it repeats', async () => {
    const issue = (field: string, type: string, msg: string) => ({
      loc: ['body', field],
      type,
      msg,
      input: 'repeated-input',
    });
    const detail = [
      issue('contact_number', 'value_error', 'Value error, only numbers of this state'),
      issue('last_name', 'value_error.any_str.max_length', 'at most 3 characters'),
      issue('dob', 'date_from_datetime_parsing', 'Input should be a valid date'),
      { loc: ['body', 'sex'] },
    ];
    thirdParty.backend().fail('addGuestReferral', json(422, { detail }));
    const { user } = await renderThirdPartyApp('/');
    await chooseSubstanceAndSite(user, 'Old Town High');
    await fillFields(user, { 'Last Name': 'Foreign', 'Contact Number': '(555) 010-2030' });
    await user.click(button('Finish'));
    await user.click(button('Continue as guest'));
    const summary = await screen.findByRole('group', { name: /4 fields/ }, WAIT_OPTIONS);
    expect(
      within(summary)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual([
      'Please check this field: at most 3 characters',
      'Please check this field: only numbers of this state',
      'Missing sex',
      'Missing date of birth',
    ]);
    expect(screen.getByLabelText('Last Name')).toHaveAccessibleDescription(
      'Please check this field: at most 3 characters',
    );
    expect(document.body).not.toHaveTextContent('repeated-input');
  });

  it('registers', async () => {
    const { user } = await renderThirdPartyApp('/register');
    await findHeading('Register');
    await fillFields(user, {
      Fullname: 'Nora Newcomer',
      Email: 'nora@old.example',
      Password: THIRD_PARTY_PASSWORD,
      'Confirm Password': THIRD_PARTY_PASSWORD,
    });
    await user.click(screen.getByLabelText('Select Your Sites'));
    await user.click(await screen.findByRole('option', { name: 'Old Town High' }, WAIT_OPTIONS));
    await user.click(screen.getByLabelText('I agree to the terms of service'));
    await user.click(button('Register'));
    await findText(/Successfully created account/);
    expect(thirdParty.backend().accounts.at(-1)).toMatchObject({
      role: 'MANAGER',
      approved: false,
    });
  });

  it('requests a reset email', async () => {
    const { user } = await renderThirdPartyApp('/forgot-password');
    await findHeading('Forgot Password');
    await user.type(screen.getByLabelText('Email'), 'max.manager@old.example');
    await user.click(button('Send Email'));
    expect(await findText('Success! Sent password reset steps to your email')).toBeInTheDocument();
  });

  it('sets a new password by the link', async () => {
    const { user } = await renderThirdPartyApp('/reset-password?reset_token=good-link');
    const password = await screen.findByLabelText('New Password', {}, WAIT_OPTIONS);
    await user.type(password, 'Another-Pass-52');
    await user.type(screen.getByLabelText('Confirm New Password'), 'Another-Pass-52');
    await user.click(button('Reset Password'));
    expect(await findText(/Successfully Reset Password/)).toBeInTheDocument();
  });

  it.each([200, 400] as const)(
    'sees that a link is invalid when the status is %d',
    async (invalidLink) => {
      thirdParty.replace({ invalidLink });
      await renderThirdPartyApp('/reset-password?reset_token=old-link');
      await findText(/Reset link is invalid/);
      expect(window.location.href).not.toContain('old-link');
    },
  );
});

describe('signing in', () => {
  const logIn = async (user: UserEvent, fullname: string, password = THIRD_PARTY_PASSWORD) => {
    await findHeading('Login');
    const email = `${fullname.toLowerCase().replace(' ', '.')}@old.example`;
    await fillFields(user, { Email: email, Password: password });
    await user.click(button('Login'));
  };

  it.each(['subject', 'sub'] as const)(
    'works with a token that names the user under %s, and signing out makes no call',
    async (subjectIn) => {
      thirdParty.replace({ subjectIn });
      const { user } = await renderThirdPartyApp('/login');
      await logIn(user, 'Olga Head');
      await findRow('Old-01');
      const before = thirdParty.backend().requests.length;
      await user.click(within(screen.getByRole('banner')).getByRole('button', { name: 'Logout' }));
      await findHeading('Start Filling Out Referral');
      expect(window.localStorage).toHaveLength(0);
      const after = thirdParty
        .backend()
        .requests.slice(before)
        .map(({ path }) => path);
      expect(after.filter((path) => path.startsWith('/auth'))).toEqual([]);
    },
  );

  it('leads a referred person to their profile', async () => {
    const { user } = await renderThirdPartyApp('/login');
    await logIn(user, 'Rita Referred');
    await findHeading('Personal Information');
    expect(window.location.pathname).toBe('/profile');
  });

  it('reports an account that is not approved, whatever the status', async () => {
    const { user } = await renderThirdPartyApp('/login');
    await logIn(user, 'Petra Pending');
    expect(
      await findText('Your account is not approved yet. Please contact system administrator'),
    ).toBeInTheDocument();
  });

  it('reports a failure without the server’s own message', async () => {
    const { user } = await renderThirdPartyApp('/login');
    await logIn(user, 'Olga Head', 'Wrong-Password-1');
    await findText('Could not log you in, please try again.');
    expect(screen.queryByText(/LOGIN_BAD/)).toBeNull();
    expect(screen.getByLabelText('Email')).toHaveValue('olga.head@old.example');
  });

  it('keeps the session: refreshes an expired token and repeats the call', async () => {
    const { user } = await thirdParty.openAs('Olga Head', '/admin');
    await findRow('Old-01');
    thirdParty.backend().expireTokens();
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'old-02{Enter}');
    await waitFor(() => expect(queryRow('Old-01')).toBeNull(), WAIT_OPTIONS);
    await findRow('Old-02');
    expect(thirdParty.backend().called.filter((name) => name === 'refresh')).toHaveLength(1);
  });
});

describe('these tests', () => {
  it('make every call of a visitor, and those of the referral list', () => {
    expect([...thirdParty.seen].toSorted()).toEqual(
      [
        'addGuestReferral',
        'checkResetToken',
        'countReferrals',
        'filterReferrals',
        'forgotPassword',
        'listCounties',
        'listReferrals',
        'listSites',
        'login',
        'refresh',
        'register',
        'resetPassword',
      ].toSorted(),
    );
  });
});
