/**
 * Every call with a failure text (spec sections 2 and 8) × every kind of failure × both languages: the specification's sentence is on
 * screen, word for word, in a live region, with the reason after it.
 */
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnyCallName } from '../contract/calls';
import english from '../contract/languages/en.json';
import spanish from '../contract/languages/es.json';
import { WITHOUT_RETRIES } from '../tests/support/ourServer';
import { renderStaffApp, makeReferral, stubReferralList } from '../tests/support/staffApp';
import { stubAccountList } from '../tests/support/stubAccounts';
import { StubResponse } from '../tests/support/stubSend';
import { renderVisitorApp } from '../tests/support/visitorApp';
import { ApiError } from './api/ApiError';

const CATALOGUES = { en: english, es: spanish };
type Language = keyof typeof CATALOGUES;
type Text = (key: string) => string;

/** Finds texts of a language by their keys. */
const textsIn =
  (language: Language): Text =>
  (key) => {
    const { everyone, account, staff } = CATALOGUES[language];
    const found = key
      .split('.')
      .reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], {
        ...everyone,
        ...account,
        ...staff,
      });
    return (found as string).replace('%{min}', '6');
  };

const DETAIL = 'Words of the server';
/** `reason`: key of the second sentence. */
const FAILURES: Readonly<Record<string, { answer: () => unknown; reason: string }>> = {
  'a 500 with JSON': {
    answer: () => new StubResponse(500, { detail: DETAIL }),
    reason: 'failure.server',
  },
  'a 502 with HTML': {
    answer: () => new StubResponse(502, '<!doctype html><title>Bad Gateway</title>'),
    reason: 'failure.server',
  },
  'no connection': {
    answer: () => {
      throw new ApiError('network');
    },
    reason: 'failure.noAnswer',
  },
  'a timeout': {
    answer: () => {
      throw new ApiError('timeout');
    },
    reason: 'failure.noAnswer',
  },
  'an unreadable 200': {
    answer: () => new StubResponse(200, '<!doctype html><title>Welcome to our Wi-Fi</title>'),
    reason: 'failure.unreadable',
  },
  'a 429': {
    answer: () => {
      throw new ApiError('status', { status: 429, retryAfter: 30 });
    },
    reason: 'failure.tooManyUntil',
  },
};

type Answer = () => unknown;
interface Screen {
  readonly call: AnyCallName;
  readonly key: string;
  /** The specification's sentence. */
  readonly sentence: string;
  /** Whether a `detail` is shown in its place (spec section 8). */
  readonly detailReplacesFailed?: true;
  /** Opens the screen and fills it in; returns what sends it. */
  open(t: Text, language: Language, answer: Answer): Promise<() => Promise<void>>;
}

const press = (user: UserEvent, name: string | RegExp) => async () => {
  await user.click(await screen.findByRole('button', { name }));
};
const type = async (user: UserEvent, label: string, text: string) =>
  user.type(await screen.findByLabelText(label), text);

/** A form of the public pages, with its fields by the keys of their labels. */
const visitorForm =
  (
    path: string,
    call: AnyCallName,
    fields: readonly (readonly [string, string])[],
    submit: string,
    more = async (_user: UserEvent, _t: Text) => {},
  ): Screen['open'] =>
  async (t, language, answer) => {
    const { user } = await renderVisitorApp({
      path,
      language,
      answers: { ...WITHOUT_RETRIES, [call]: answer },
    });
    for (const [label, text] of fields) await type(user, t(label), text);
    await more(user, t);
    return press(user, t(submit));
  };

const PERSON = { _id: 'u1', username: 'ana@x.example', schools: [], created_referrals_only: false };
const ANA = { ...PERSON, fullname: 'Ana', role: 'MANAGER' as const, approved: false };

async function openStaff(path: string, language: Language, call: AnyCallName, answer: Answer) {
  const answers = {
    ...WITHOUT_RETRIES,
    ...stubReferralList([makeReferral()]),
    ...stubAccountList(),
    listSites: () => [{ _id: 's1', name: 'Northside High' }],
    listManagers: () => [{ _id: 'm1', fullname: 'Pat Doe' }],
    listPendingAccounts: () => ({ items: [ANA], pages: 1 }),
    [call]: answer,
  };
  return (await renderStaffApp({ path, language, answers })).user;
}

/** A dialog of the referral list, opened by the button of the row. */
const referralDialog =
  (
    call: AnyCallName,
    opener: (t: Text) => string | RegExp,
    submit: string,
    fillIn = async (_user: UserEvent, _t: Text) => {},
  ): Screen['open'] =>
  async (t, language, answer) => {
    const user = await openStaff('/admin', language, call, answer);
    const row = within(await screen.findByRole('table', { name: t('referrals.table') }));
    const name = opener(t);
    const role = name === 'Robin Harper' ? 'link' : 'button';
    await user.click(row.getByRole(role, { name }));
    await fillIn(user, t);
    return press(user, t(submit));
  };

const LOGIN = [
  ['login.email', 'kim@clinic.example'],
  ['login.password', 'violet-otter-7'],
] as const;

const SCREENS: readonly Screen[] = [
  {
    call: 'login',
    key: 'login.failed',
    sentence: 'Could not log you in, please try again.',
    open: visitorForm('/login', 'login', LOGIN, 'login.submit'),
  },
  {
    call: 'register',
    key: 'register.failed',
    sentence: 'Something went wrong. Could not register. Contact site administrator',
    open: visitorForm(
      '/register',
      'register',
      [['register.fullname', 'Kim Lee'], ...LOGIN, ['register.confirm', 'violet-otter-7']],
      'register.submit',
      async (user, t) => {
        await user.click(screen.getByLabelText(t('register.sites')));
        await user.click(await screen.findByRole('option', { name: 'Northside High' }));
        await user.click(screen.getByLabelText(t('register.agree')));
      },
    ),
  },
  {
    call: 'forgotPassword',
    key: 'forgot.failed',
    sentence:
      'Something happened. Could not send password reset email. Double check if you typed in your email correctly',
    open: visitorForm(
      '/forgot-password',
      'forgotPassword',
      [['forgot.email', 'kim@clinic.example']],
      'forgot.submit',
    ),
  },
  {
    call: 'resetPassword',
    key: 'reset.failed',
    sentence: 'Something happened. Could not reset password',
    open: visitorForm(
      '/reset-password?reset_token=abc',
      'resetPassword',
      [
        ['reset.password', 'violet-otter-7'],
        ['reset.confirm', 'violet-otter-7'],
      ],
      'reset.submit',
    ),
  },
  {
    call: 'checkResetToken',
    key: 'reset.failed',
    sentence: 'Something happened. Could not reset password',
    open: async (t, language, answer) => {
      const path = '/reset-password?reset_token=abc';
      const answers = { checkResetToken: answer };
      const { user } = await renderVisitorApp({ path, language, answers });
      return press(user, t('app.tryAgain'));
    },
  },
  {
    call: 'registerSuperuser',
    key: 'addSuperuser.failed',
    sentence: 'Something went wrong. Could not create superuser',
    open: async (t, language, answer) => {
      const user = await openStaff('/profile', language, 'registerSuperuser', answer);
      await type(user, t('register.fullname'), 'Kim Lee');
      for (const [label, text] of LOGIN) await type(user, t(label), text);
      return press(user, t('addSuperuser.submit'));
    },
  },
  {
    call: 'approveAccount',
    key: 'pendingUsers.failed',
    sentence: 'Something went wrong. Could not approve user',
    open: async (t, language, answer) => {
      const user = await openStaff('/profile', language, 'approveAccount', answer);
      return press(user, t('pendingUsers.approveWhom').replace('%{name}', 'Ana'));
    },
  },
  {
    call: 'addSite',
    key: 'sites.notAdded',
    sentence: 'Could not add site',
    detailReplacesFailed: true,
    open: async (t, language, answer) => {
      const user = await openStaff('/sites', language, 'addSite', answer);
      await type(user, t('sites.name'), 'Elm Middle');
      return press(user, t('sites.add'));
    },
  },
  {
    call: 'register',
    key: 'addUser.failed',
    sentence: 'Could not add user',
    detailReplacesFailed: true,
    open: async (t, language, answer) => {
      const user = await openStaff('/accounts/list', language, 'register', answer);
      await press(user, t('addUser.title'))();
      for (const [label, text] of LOGIN) await type(user, t(label), text);
      await user.selectOptions(screen.getByLabelText(t('addUser.role')), 'MANAGER');
      return press(user, t('addUser.submit'));
    },
  },
  {
    call: 'updateSite',
    key: 'sites.notRenamed',
    sentence: 'Could not update site, please try again',
    open: async (t, language, answer) => {
      const user = await openStaff('/sites', language, 'updateSite', answer);
      await press(user, new RegExp(t('sites.edit')))();
      await type(user, t('sites.newName').replace('%{name}', 'Northside High'), '!');
      return press(user, t('sites.submit'));
    },
  },
  {
    call: 'deleteSite',
    key: 'sites.notDeleted',
    sentence: 'Could not delete',
    open: async (t, language, answer) => {
      const user = await openStaff('/sites', language, 'deleteSite', answer);
      await press(user, new RegExp(t('sites.delete')))();
      return press(user, t('sites.yes'));
    },
  },
  {
    call: 'updateReferral',
    key: 'statusDialog.failed',
    sentence: 'Could not update referral, please try again.',
    open: referralDialog(
      'saveReferral',
      () => 'Robin Harper',
      'statusDialog.submit',
      (user, t) => type(user, t('statusDialog.intakeNote'), 'Called back'),
    ),
  },
  {
    call: 'assignReferral',
    key: 'referrer.failed',
    sentence: 'Could not assign new referrer',
    open: referralDialog(
      'saveReferral',
      () => 'Robin Harper',
      'statusDialog.submit',
      async (user, t) => {
        await user.click(await screen.findByLabelText(t('referrer.choose')));
        await user.click(await screen.findByRole('option', { name: 'Pat Doe' }));
      },
    ),
  },
  {
    call: 'registerReferral',
    key: 'createLogin.failed',
    sentence: 'Could not update referral, please try again.',
    open: referralDialog(
      'registerReferral',
      (t) => new RegExp(t('referrals.createLogin')),
      'createLogin.submit',
      async (user, t) => {
        await user.selectOptions(await screen.findByLabelText(t('createLogin.holder')), 'person');
        for (const [label, text] of LOGIN) await type(user, t(label), text);
      },
    ),
  },
  {
    call: 'deleteReferral',
    key: 'deleteDialog.failed',
    sentence: 'Could not delete referral',
    open: referralDialog(
      'deleteReferral',
      (t) => new RegExp(t('referrals.delete')),
      'deleteDialog.yes',
      async (user, t) => {
        await user.selectOptions(await screen.findByLabelText(t('ending.why')), 'test');
      },
    ),
  },
];

beforeEach(() => {
  // In development, react-admin writes each failure to the console.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

/** The texts of all live regions. */
const announced = () =>
  [...screen.queryAllByRole('alert'), ...screen.queryAllByRole('status')]
    .map((region) => region.textContent)
    .join('\n');

describe.each(['en', 'es'] as const)('in %s', (language) => {
  const t = textsIn(language);

  it.each(SCREENS)('$call says $sentence', async (item) => {
    const { sentence, key, detailReplacesFailed = false, open } = item;
    if (language === 'en') expect(t(key)).toBe(sentence);
    let answer: Answer = () => new StubResponse(500, '');
    const send = await open(t, language, () => answer());
    for (const [name, failure] of Object.entries(FAILURES)) {
      answer = failure.answer;
      await send();
      const seconds = t('failure.seconds').split(' |||| ').at(-1)?.replace('%{smart_count}', '30');
      const reason = t(failure.reason).replace('%{wait}', seconds ?? '');
      const isDetail = detailReplacesFailed && name === 'a 500 with JSON';
      const first = isDetail ? DETAIL : t(key);
      await waitFor(() => {
        expect({ name, announced: announced() }).toEqual({
          name,
          announced: expect.stringContaining(reason) as string,
        });
        const said = screen.getByText(first);
        expect(said).toBeVisible();
        expect(said.closest('[role=alert], [role=status]')).not.toBeNull();
        if (isDetail) expect(screen.queryByText(t(key))).toBeNull();
      });
    }
  });
});
