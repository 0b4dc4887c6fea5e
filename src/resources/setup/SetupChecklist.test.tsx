/** The setup checklist, at the top of the referral list. */
import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setDesktopWidth } from '../../../tests/support/screenWidth';
import { stubMetaWithout, stubThirdPartyList } from '../../../tests/support/ourServer';
import {
  type Answers,
  makeReferral,
  renderStaffApp,
  stubQueriedList,
} from '../../../tests/support/staffApp';
import { SETUP_STEPS } from '../../../contract/staffConstants';
import type { EmailTest } from '../../../contract/entities/setup';
import { ApiError } from '../../api/ApiError';

const TITLE = 'Your first day';

interface Stub {
  done?: readonly string[];
  missing?: Partial<Record<string, string[]>>;
  dismissed?: boolean;
  extra?: readonly unknown[];
}

/** A server that stores what updateSetup sends. */
function stubSetup({ done = [], missing = {}, dismissed = false, extra = [] }: Stub = {}) {
  const state = { done: new Set(done), dismissed };
  const answers: Answers = {
    getSetup: () => ({
      dismissed: state.dismissed,
      steps: [
        ...SETUP_STEPS.map((code) => ({
          code,
          done: state.done.has(code),
          missing: missing[code] ?? [],
        })),
        ...extra,
      ],
    }),
    updateSetup: ({ body }) => {
      const { dismissed: next } = body as { dismissed?: boolean };
      if (next !== undefined) state.dismissed = next;
      return { detail: 'ok' };
    },
  };
  return { state, answers };
}

const panel = () => screen.findByRole('region', { name: TITLE });
const rowOf = async (name: string | RegExp) => {
  const heading = within(await panel()).getByRole('heading', { name });
  return within(heading.closest('li') as HTMLElement);
};
async function openMenuPage(user: UserEvent, name: string) {
  const menu = within(screen.getByRole('navigation', { name: 'Staff menu' }));
  await user.click(menu.getByRole('link', { name }));
}
const expectList = () => screen.findByText('No Referral Records');

beforeEach(setDesktopWidth);

describe('the checklist', () => {
  it('shows each step with its state, reason and action, and how many are done', async () => {
    const { answers } = stubSetup({
      done: ['sites', 'poster'],
      missing: { settings: ['BRAND_NAME', 'SUPPORT_PHONE'] },
    });
    await renderStaffApp({ answers });
    const list = within(await panel());
    expect(list.getByText('2 of 6 done').parentElement).toHaveRole('status');
    expect(list.getAllByRole('heading', { level: 3 }).map((each) => each.textContent)).toEqual([
      'Done: Add your sites',
      'To do: Set your name, phone and web address',
      'To do: Send a test email',
      'To do: Invite a manager',
      'To do: File a test referral',
      'Done: Print a poster',
    ]);
    expect((await rowOf(/Invite/)).getByText(/^Managers see/)).toBeVisible();
    expect((await rowOf(/Add your sites/)).queryByText(/^People choose/)).toBeNull();
    const settings = await rowOf(/Set your name/);
    expect(settings.getByText('BRAND_NAME')).toBeVisible();
    expect(settings.getByText('SUPPORT_PHONE')).toBeVisible();
    expect(settings.queryByRole('button')).toBeNull();
    const poster = (await rowOf(/poster/)).getByRole('link', { name: 'Choose a site' });
    expect(poster).toHaveAttribute('href', '/sites');
  });

  it.each([
    ['says that managers act only at sites marked as ours', {}, /only at sites that you mark/],
    ['says nothing of marks on an older server', stubMetaWithout('contact'), /from this list\.$/],
  ])('%s', async (_what, server, text) => {
    await renderStaffApp({ answers: { ...stubSetup().answers, ...server } });
    expect((await rowOf(/Add your sites/)).getByText(text)).toBeVisible();
  });

  it.each([
    [/Add your sites/, 'Add sites', 'Add New School Site'],
    [/Invite/, 'Add a manager', 'Add Admin User'],
    [/File a test/, 'Try the form', 'Create new Referral'],
  ])('%s opens its dialog, and restores the focus', async (step, action, dialog) => {
    const { answers } = stubSetup();
    const { user } = await renderStaffApp({ answers });
    const button = (await rowOf(step)).getByRole('button', { name: action });
    await user.click(button);
    expect(await screen.findByRole('dialog', { name: dialog })).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(button).toHaveFocus();
  });

  it('marks a step as done once the data says so', async () => {
    const { answers, state } = stubSetup();
    const { user } = await renderStaffApp({
      answers: {
        ...answers,
        addSite: () => {
          state.done.add('sites');
          return { _id: 's1', name: 'Northside High', version: 1 };
        },
      },
    });
    await user.click((await rowOf(/Add your sites/)).getByRole('button'));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(await dialog.findByLabelText('Site Name'), 'Northside High{Enter}');
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    expect(await screen.findByRole('heading', { name: 'Done: Add your sites' })).toBeVisible();
    expect(screen.getByText('1 of 6 done')).toBeVisible();
  });

  it('shows an unknown step of a newer server', async () => {
    const step = { code: 'telescope', done: false, missing: ['LENS_URL'] };
    await renderStaffApp({ answers: stubSetup({ extra: [step] }).answers });
    const row = await rowOf(/The server has another step: .*telescope/);
    expect(row.getByText('LENS_URL')).toBeVisible();
    expect(screen.getByText('0 of 7 done')).toBeVisible();
  });

  it('has a heading below that of the page', async () => {
    await renderStaffApp({ answers: stubSetup().answers });
    await panel();
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    expect(screen.getByRole('heading', { level: 2, name: TITLE })).toBeVisible();
  });

  it('shows all texts in Spanish', async () => {
    await renderStaffApp({ answers: stubSetup({ done: ['mail'] }).answers, language: 'es' });
    const list = within(await screen.findByRole('region', { name: 'Su primer día' }));
    expect(list.getByText('1 de 6 hechos')).toBeVisible();
    expect(
      list.getByRole('heading', { name: 'Por hacer: Invite a una persona encargada' }),
    ).toBeVisible();
  });
});

describe('the collapsed checklist', () => {
  const fold = async () => within(await panel()).getByRole('button', { name: TITLE });
  const expectOpen = async () => {
    expect(await fold()).toHaveAttribute('aria-expanded', 'true');
    expect(screen.getByRole('heading', { level: 3, name: /Print a poster/ })).toBeVisible();
  };
  const expectFolded = async () => {
    expect(await fold()).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByRole('heading', { level: 3 })).toBeNull();
  };

  it('is expanded while there are no referrals', async () => {
    await renderStaffApp({ answers: stubSetup({ done: ['sites', 'mail'] }).answers });
    await expectOpen();
  });

  it('is collapsed once there are referrals, and says how many steps are done', async () => {
    const { answers } = stubSetup({ done: ['sites', 'referral'] });
    const { user } = await renderStaffApp({ answers });
    await expectFolded();
    expect(within(await panel()).getByText('2 of 6 done')).toBeVisible();
    await user.click(await fold());
    await expectOpen();
  });

  it('stays expanded when the person adds the first referral', async () => {
    const { answers, state } = stubSetup();
    const { user } = await renderStaffApp({ answers });
    await expectOpen();
    state.done.add('referral');
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    expect(await screen.findByText('1 of 6 done')).toBeVisible();
    await expectOpen();
    await openMenuPage(user, 'Sites');
    await openMenuPage(user, 'Referrals');
    await expectFolded();
  });

  it.each([
    ['folded', []],
    ['open', ['referral']],
  ])('stays %s after another page, as the person chose', async (_state, done) => {
    const setItem = vi.spyOn(Storage.prototype, 'setItem');
    const { answers } = stubSetup({ done });
    const { user } = await renderStaffApp({ answers });
    await user.click(await fold());
    await openMenuPage(user, 'Sites');
    await openMenuPage(user, 'Referrals');
    await (done.length > 0 ? expectOpen : expectFolded)();
    expect(setItem).not.toHaveBeenCalled();
    setItem.mockRestore();
  });
});

describe('the end of the checklist', () => {
  it('is shown while the page is open, and not later', async () => {
    const { answers, state } = stubSetup({ done: SETUP_STEPS.slice(0, -1) });
    const { inputsOf } = await renderStaffApp({ answers });
    await panel();
    state.done.add('poster');
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    expect(await screen.findByText('All steps are done. Your desk is ready.')).toBeVisible();
    expect(screen.getByText('6 of 6 done')).toBeVisible();
    const asked = inputsOf('getSetup').length;
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    await expectList();
    expect(inputsOf('getSetup')).toHaveLength(asked);
  });

  it.each([
    ['complete', { done: SETUP_STEPS }],
    ['dismissed', { dismissed: true }],
  ])('a checklist that is %s is not shown', async (_state, stub) => {
    const { inputsOf } = await renderStaffApp({ answers: stubSetup(stub).answers });
    await waitFor(() => expect(inputsOf('getSetup')).toHaveLength(1));
    await expectList();
    expect(screen.queryByRole('region', { name: TITLE })).toBeNull();
  });

  it('is dismissed without a question, and can be undone while the page is open', async () => {
    const { answers } = stubSetup();
    const { user, inputsOf } = await renderStaffApp({ answers });
    await user.click(within(await panel()).getByRole('button', { name: 'Hide this checklist' }));
    const undo = await screen.findByRole('button', { name: 'Show it again' });
    expect(screen.getByText('The checklist is hidden for all super users.')).toBeVisible();
    expect(screen.queryByRole('heading', { name: TITLE })).toBeNull();
    expect(undo).toHaveFocus();
    await user.click(undo);
    expect(await screen.findByRole('heading', { name: TITLE })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Hide this checklist' })).toHaveFocus();
    expect(inputsOf('updateSetup')).toEqual([
      { body: { dismissed: true } },
      { body: { dismissed: false } },
    ]);
  });

  it('asks for the steps again once the list shows a referral', async () => {
    const { answers, state } = stubSetup();
    const items: ReturnType<typeof makeReferral>[] = [];
    const { user, inputsOf } = await renderStaffApp({
      answers: {
        ...answers,
        ...stubQueriedList(() => ({ items, total: items.length, pages: 1, counts: null })),
        countReferrals: () => ({ count: items.length }),
      },
    });
    await panel();
    expect(await screen.findByRole('heading', { name: /^To do: File a test/ })).toBeVisible();
    const asked = inputsOf('getSetup').length;
    items.push(makeReferral());
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    const show = await screen.findByRole('button', { name: '1 new referral: show' });
    await waitFor(() => expect(inputsOf('getSetup').length).toBeGreaterThan(asked));
    expect(screen.getByRole('heading', { name: /^To do: File a test/ })).toBeVisible();
    state.done.add('referral');
    await user.click(show);
    expect(await screen.findByRole('heading', { name: /^Done: File a test/ })).toBeVisible();
  });

  it('stays when it could not be dismissed, and says so', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { user } = await renderStaffApp({
      answers: {
        ...stubSetup().answers,
        updateSetup: () => {
          throw new ApiError('status', { status: 503 });
        },
      },
    });
    await user.click(within(await panel()).getByRole('button', { name: 'Hide this checklist' }));
    expect(await screen.findByText('This could not be saved.')).toBeVisible();
    expect(screen.getByRole('heading', { name: TITLE })).toBeVisible();
  });
});

describe('the test email', () => {
  const open = async (test: () => unknown, stub: Stub = {}) => {
    const { answers, state } = stubSetup(stub);
    const app = await renderStaffApp({ answers: { ...answers, sendTestEmail: test } });
    const row = await rowOf(/test email/);
    return { ...app, state, row };
  };
  const answer = (outcome: string, reply_code: number | null = null) =>
    ({ recipient: 'sam@example.org', outcome, reply_code }) as EmailTest;

  it('says that it was accepted, and the step is done', async () => {
    const { user, row, state } = await open(() => {
      state.done.add('mail');
      return answer('sent');
    });
    await user.click(row.getByRole('button', { name: 'Send it to me' }));
    const text = await row.findByText(/^The mail server accepted a test email to .*sam@example/);
    expect(text.closest('[role=status]')).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Done: Send a test email' })).toBeVisible();
    expect(row.getByRole('button', { name: 'Send another' })).toHaveFocus();
  });

  it.each([
    ['hostUnknown', null, /There is no mail server of this name/],
    ['unreachable', null, /The mail server cannot be reached/],
    ['noAnswer', null, /The mail server did not answer in time/],
    ['notEncrypted', null, /No encrypted connection was possible/],
    ['certificate', null, /The certificate of the mail server is not valid/],
    ['wrongLogin', 535, /The mail server refused to log in.* reply code: .*535/],
    ['refused', 550, /The mail server refused the email.* reply code: .*550/],
    ['notConfigured', null, /No mail server is set/],
    ['moonPhase', null, /The reason is in the server’s log/],
  ])('says why it was not accepted: %s', async (outcome, code, text) => {
    const { user, row } = await open(() => answer(outcome, code));
    await user.click(row.getByRole('button', { name: 'Send it to me' }));
    const alert = await row.findByRole('alert');
    expect(within(alert).getByText('The test email could not be sent.')).toBeVisible();
    expect(alert).toHaveTextContent(text);
    expect(row.getByRole('button', { name: 'Send it to me' })).toHaveFocus();
  });

  it('shows what the mail server said', async () => {
    const reply = '421 4.7.0 Try again later, closing connection. (EHLO)';
    const { user, row } = await open(() => ({ ...answer('refused', 421), reply }));
    await user.click(row.getByRole('button', { name: 'Send it to me' }));
    const alert = within(await row.findByRole('alert'));
    const words = alert.getByText(/^Its own words:/);
    expect(words.textContent.replace(/[\u2066-\u2069]/g, '')).toBe(`Its own words: ${reply}`);
  });

  it('is sent once, however often the button is clicked, and again after a failure', async () => {
    let respond: (test: EmailTest) => void = () => undefined;
    const { user, row, inputsOf } = await open(
      () => new Promise<EmailTest>((resolve) => (respond = resolve)),
    );
    const button = row.getByRole('button', { name: 'Send it to me' });
    await user.dblClick(button);
    expect(button).toHaveAttribute('aria-busy', 'true');
    expect(inputsOf('sendTestEmail')).toHaveLength(1);
    respond(answer('unreachable'));
    await row.findByRole('alert');
    await user.click(button);
    expect(row.queryByRole('alert')).toBeNull();
    expect(inputsOf('sendTestEmail')).toHaveLength(2);
    respond(answer('unreachable'));
    expect(await row.findByRole('alert')).toBeVisible();
  });

  it('says when the next one is allowed', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { user, row } = await open(() => {
      throw new ApiError('status', { status: 429, retryAfter: 120 });
    });
    await user.click(row.getByRole('button', { name: 'Send it to me' }));
    expect(await row.findByText(/2 minutes/)).toBeVisible();
  });

  it('has no button without a mail server, but the name of the setting', async () => {
    const { row } = await open(() => answer('sent'), { missing: { mail: ['SMTP_URL'] } });
    expect(row.getByText('SMTP_URL')).toBeVisible();
    expect(row.queryByRole('button')).toBeNull();
  });
});

describe('no checklist', () => {
  it('is requested from a third-party backend', async () => {
    const { inputsOf } = await renderStaffApp({
      answers: { ...stubSetup().answers, ...stubThirdPartyList([]) },
    });
    await expectList();
    expect(screen.queryByRole('region', { name: TITLE })).toBeNull();
    expect(inputsOf('getSetup')).toEqual([]);
  });

  it('is not made for a manager', async () => {
    const { inputsOf } = await renderStaffApp({ role: 'MANAGER', answers: stubSetup().answers });
    await expectList();
    expect(inputsOf('getSetup')).toEqual([]);
  });

  it.each([
    ['nothing', () => undefined],
    ['something else', () => ({ detail: 'ok' })],
  ])('shows no checklist for the response %s', async (_what, getSetup) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await renderStaffApp({ answers: { getSetup } });
    await expectList();
    expect(screen.queryByRole('region', { name: TITLE })).toBeNull();
  });

  it('shows the list without a checklist if it fails', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const getSetup = () => {
      throw new ApiError('status', { status: 403 });
    };
    await renderStaffApp({ answers: { getSetup } });
    await expectList();
    expect(screen.queryByRole('region', { name: TITLE })).toBeNull();
  });
});
