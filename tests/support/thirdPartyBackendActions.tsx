/** User actions that write, for tests in which the call fails. */
import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';
import { renderThirdPartyApp } from './thirdPartyBackendApp';
import { type ThirdPartyCallName } from './thirdPartyBackendCalls';
import { THIRD_PARTY_PASSWORD } from './thirdPartyBackendRecords';
import { type ThirdPartyBackendFixtures } from './thirdPartyBackendFixtures';
import {
  chooseSubstanceAndSite,
  fillFields,
  findDialog,
  findHeading,
  findRow,
  WAIT_OPTIONS,
  personFields,
} from './renderApp';

export interface Action {
  readonly call: ThirdPartyCallName;
  /** Message shown whenever the call fails, besides the reason. */
  readonly says: RegExp;
  /** Opens the screen and fills it in. `press` then makes the call. `expectKept` asserts that the input is still there. */
  prepare(): Promise<{ press: () => Promise<void>; expectKept: () => void }>;
}

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const expectValues =
  (values: Record<string, string>, where: Pick<typeof screen, 'getByLabelText'> = screen) =>
  () => {
    for (const [label, value] of Object.entries(values)) {
      expect(where.getByLabelText(label)).toHaveValue(value);
    }
  };

const clickIn = (user: UserEvent, dialog: Pick<typeof screen, 'getByRole'>, name: string) => () =>
  user.click(dialog.getByRole('button', { name }));

const person = personFields('Kept');
const login = { Email: 'kept@old.example', Password: THIRD_PARTY_PASSWORD };
const expectNothing = () => undefined;

/** Every write of the app. The first five run signed out, the others as the super user. */
export function createThirdPartyActions({ openAs }: ThirdPartyBackendFixtures): readonly Action[] {
  /** Opens a page and fills in `values`. The returned `press` clicks the button. */
  async function form(path: string, heading: string, values: Record<string, string>, name: string) {
    const { user } = path.startsWith('/profile')
      ? await openAs('Olga Head', path)
      : await renderThirdPartyApp(path);
    await findHeading(heading);
    await fillFields(user, values);
    return { press: () => user.click(button(name)), expectKept: expectValues(values), user };
  }
  async function rowDialog(name: RegExp) {
    const { user } = await openAs('Olga Head', '/admin');
    const role = name.test('Otto') ? 'link' : 'button';
    await user.click((await findRow('Old-02')).getByRole(role, { name }));
    return { user, dialog: within(await findDialog()) };
  }
  async function accountDialog(name: string) {
    const { user } = await openAs('Olga Head', '/accounts/list');
    await user.click(await screen.findByRole('button', { name }, WAIT_OPTIONS));
    return { user, dialog: within(await findDialog()) };
  }
  return [
    {
      call: 'login',
      says: /Could not log you in/,
      prepare: () => form('/login', 'Login', login, 'Login'),
    },
    {
      call: 'forgotPassword',
      says: /Could not send password reset email/,
      prepare: () =>
        form('/forgot-password', 'Forgot Password', { Email: 'kept@old.example' }, 'Send Email'),
    },
    {
      call: 'register',
      says: /Could not register/,
      async prepare() {
        const values = {
          Fullname: 'Kept Name',
          ...login,
          'Confirm Password': THIRD_PARTY_PASSWORD,
        };
        const { user, ...rest } = await form('/register', 'Register', values, 'Register');
        await user.click(screen.getByLabelText('Select Your Sites'));
        await user.click(
          await screen.findByRole('option', { name: 'Old Town High' }, WAIT_OPTIONS),
        );
        await user.click(screen.getByLabelText('I agree to the terms of service'));
        return rest;
      },
    },
    {
      call: 'resetPassword',
      says: /Could not reset password|Reset link is invalid/,
      async prepare() {
        const { user } = await renderThirdPartyApp('/reset-password?reset_token=good-link');
        await screen.findByLabelText('New Password', {}, WAIT_OPTIONS);
        const values = { 'New Password': 'Kept-Pass-52', 'Confirm New Password': 'Kept-Pass-52' };
        await fillFields(user, values);
        return {
          press: () => user.click(button('Reset Password')),
          expectKept: expectValues(values),
        };
      },
    },
    {
      call: 'addGuestReferral',
      says: /was (probably )?not sent/,
      async prepare() {
        const { user } = await renderThirdPartyApp('/');
        await chooseSubstanceAndSite(user, 'Old Town High');
        await fillFields(user, person);
        const press = async () => {
          await user.click(button('Finish'));
          await user.click(button('Continue as guest'));
        };
        return { press, expectKept: expectValues(person) };
      },
    },
    {
      call: 'addReferral',
      says: /was (probably )?not sent/,
      async prepare() {
        const { user } = await openAs('Olga Head', '/admin');
        await findRow('Old-01');
        await user.click(button('Add Referral'));
        await chooseSubstanceAndSite(user, 'Old Town High');
        const dialog = within(await findDialog());
        await fillFields(user, person, dialog);
        return { press: clickIn(user, dialog, 'Finish'), expectKept: expectValues(person, dialog) };
      },
    },
    {
      call: 'updateReferral',
      says: /Could not update referral, please try again/,
      async prepare() {
        const { user, dialog } = await rowDialog(/^Otto/);
        await user.type(await dialog.findByLabelText(/Intake note/, {}, WAIT_OPTIONS), 'Kept note');
        const expectKept = () =>
          expect(dialog.getByLabelText(/Intake note/)).toHaveValue('Kept note');
        return { press: clickIn(user, dialog, 'Update Referral'), expectKept };
      },
    },
    {
      call: 'assignReferral',
      says: /Could not assign new referrer/,
      async prepare() {
        const { user, dialog } = await rowDialog(/^Otto/);
        await user.click(await dialog.findByLabelText('Change referrer', {}, WAIT_OPTIONS));
        await user.click(await dialog.findByRole('option', { name: 'Max Manager' }, WAIT_OPTIONS));
        return {
          press: clickIn(user, dialog, 'Update Referral'),
          expectKept: expectValues({ 'Change referrer': 'Max Manager' }, dialog),
        };
      },
    },
    {
      call: 'registerReferral',
      says: /Could not update referral, please try again/,
      async prepare() {
        const { user, dialog } = await rowDialog(/Create Login/);
        await fillFields(user, login, dialog);
        return {
          press: clickIn(user, dialog, 'Create Account'),
          expectKept: expectValues(login, dialog),
        };
      },
    },
    {
      call: 'deleteReferral',
      says: /Could not delete referral/,
      async prepare() {
        const { user, dialog } = await rowDialog(/Delete Referral/);
        return { press: clickIn(user, dialog, 'Yes'), expectKept: expectNothing };
      },
    },
    {
      call: 'addSite',
      says: /Could not add site|slow down|no longer exists/,
      async prepare() {
        const { user } = await openAs('Olga Head', '/sites');
        await user.type(await screen.findByLabelText('Site Name', {}, WAIT_OPTIONS), 'Kept High');
        return {
          press: () => user.click(button('Add Site')),
          expectKept: expectValues({ 'Site Name': 'Kept High' }),
        };
      },
    },
    {
      call: 'updateSite',
      says: /Could not update site, please try again/,
      async prepare() {
        const { user } = await openAs('Olga Head', '/sites');
        const [edit] = await screen.findAllByRole('button', { name: /^Edit / }, WAIT_OPTIONS);
        await user.click(edit as HTMLElement);
        const name = await screen.findByLabelText(/^New name for/);
        await user.clear(name);
        await user.type(name, 'Kept High');
        const expectKept = () =>
          expect(screen.getByLabelText(/^New name for/)).toHaveValue('Kept High');
        return { press: () => user.click(button('Submit')), expectKept };
      },
    },
    {
      call: 'deleteSite',
      says: /Could not delete/,
      async prepare() {
        const { user } = await openAs('Olga Head', '/sites');
        const [remove] = await screen.findAllByRole('button', { name: /^Delete / }, WAIT_OPTIONS);
        await user.click(remove as HTMLElement);
        return { press: () => user.click(button('Yes')), expectKept: expectNothing };
      },
    },
    {
      call: 'approveAccount',
      says: /Could not approve user/,
      async prepare() {
        const { user } = await openAs('Olga Head', '/profile');
        const name = 'Approve Petra Pending';
        await screen.findByRole('button', { name }, WAIT_OPTIONS);
        return { press: () => user.click(button(name)), expectKept: expectNothing };
      },
    },
    {
      call: 'registerSuperuser',
      says: /Could not create superuser/,
      async prepare() {
        const values = { Fullname: 'Kept Name', ...login };
        return form('/profile', 'Add New Super User', values, 'Add Super User');
      },
    },
    {
      call: 'updateAccount',
      says: /Could not update user/,
      async prepare() {
        const { user, dialog } = await accountDialog('Update Max Manager');
        await fillFields(user, { Fullname: 'Kept Name' }, dialog);
        return {
          press: clickIn(user, dialog, 'Update User'),
          expectKept: expectValues({ Fullname: 'Kept Name' }, dialog),
        };
      },
    },
    {
      call: 'deactivateAccount',
      says: /Could not deactivate user/,
      async prepare() {
        const { user, dialog } = await accountDialog('Deactivate Max Manager');
        return { press: clickIn(user, dialog, 'Deactivate'), expectKept: expectNothing };
      },
    },
    {
      call: 'reactivateAccount',
      says: /Could not reactivate user/,
      async prepare() {
        const { user, dialog: first } = await accountDialog('Deactivate Max Manager');
        await clickIn(user, first, 'Deactivate')();
        const name = 'Reactivate Max Manager';
        await user.click(await screen.findByRole('button', { name }, WAIT_OPTIONS));
        const dialog = within(await findDialog());
        return { press: clickIn(user, dialog, 'Activate'), expectKept: expectNothing };
      },
    },
  ];
}
