import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it, onTestFinished, vi } from 'vitest';
import { renderVisitorApp } from '../../tests/support/visitorApp';
import { formatDateTime } from '../i18n/format';
import { setTimeZone } from '../i18n/providerTime';
import * as page from '../public/replacePage';

type Options = NonNullable<Parameters<typeof renderVisitorApp>[0]>;

const receiptOf = () => screen.findByRole('region', { name: 'We received your referral' });

async function send(user: UserEvent, isGuest: boolean) {
  await user.click(screen.getByLabelText('Substance'));
  await user.click(screen.getByRole('option', { name: 'Opioid-related' }));
  await user.click(screen.getByLabelText('Site'));
  await user.click(await screen.findByRole('option', { name: 'Northside High' }));
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await user.type(screen.getByLabelText('Last Name'), 'Harper');
  await user.click(screen.getByRole('button', { name: 'Finish' }));
  if (isGuest) await user.click(screen.getByRole('button', { name: 'Continue as guest' }));
}

/** The landing page after a referral was sent and the form reset. */
async function openReceipt(options: Options = {}) {
  const app = await renderVisitorApp({
    settings: { supportPhone: '(555) 010-4000' },
    ...options,
    answers: { addGuestReferral: () => ({ detail: 'ok' }), ...options.answers },
  });
  await send(app.user, !options.role);
  const receipt = await receiptOf();
  await waitFor(() => expect(receipt).toHaveFocus());
  return { ...app, receipt };
}

it('says what was received and when, what happens next, and whom to call; not who was referred', async () => {
  const before = Date.now();
  const { receipt } = await openReceipt();
  const times = [before, Date.now()].map((at) => formatDateTime(new Date(at).toISOString(), 'en'));
  expect(times.some((time) => receipt.textContent?.includes(time))).toBe(true);
  expect(receipt).toHaveTextContent('Northside High');
  expect(receipt).toHaveTextContent('We contact the person you name');
  expect(receipt).not.toHaveTextContent(/Harper|Opioid|Tracking/);
  const phone = within(receipt).getByRole('link', { name: '(555) 010-4000' });
  expect(phone).toHaveAttribute('href', 'tel:5550104000');
});

it('names no phone where the provider has none', async () => {
  const { receipt } = await openReceipt({ settings: {} });
  expect(receipt).not.toHaveTextContent('Call us');
});

it.each([
  ['ours', { _id: 'r1', tracking_id: 'R-ABCD-1234' }, 'R-ABCD-1234'],
  ['one that sends nothing', '', undefined],
  ['one that sends something else', { tracking_id: { no: 1 } }, undefined],
])('shows a signed-in person the tracking id of a server: %s', async (_server, answer, id) => {
  const { receipt } = await openReceipt({
    role: 'REFERRAL',
    answers: { addReferral: () => answer },
  });
  if (id) expect(receipt).toHaveTextContent(`Tracking ID${id}`);
  else expect(receipt).not.toHaveTextContent('Tracking ID');
});

it('the receipt stays while the next referral is filled in, and is replaced by the next receipt', async () => {
  const { user, receipt, inputsOf } = await openReceipt();
  await send(user, true);
  await waitFor(() => expect(receipt).not.toBeInTheDocument());
  const next = await receiptOf();
  await waitFor(() => expect(next).toHaveFocus());
  expect(inputsOf('addGuestReferral')).toHaveLength(2);
});

it('‘Refer another person’ replaces the receipt by an empty form', async () => {
  const { user, receipt } = await openReceipt();
  await user.click(within(receipt).getByRole('button', { name: 'Refer another person' }));
  expect(receipt).not.toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Start Filling Out Referral' })).toHaveFocus();
});

it('prints the receipt with its button', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  const { user, receipt } = await openReceipt();
  await user.click(within(receipt).getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
});

it('the receipt follows the language', async () => {
  const { user } = await openReceipt();
  await user.click(screen.getByRole('button', { name: 'Español' }));
  expect(await screen.findByRole('region', { name: 'Recibimos su remisión' })).toBeVisible();
});

it('signing out removes the receipt', async () => {
  const { session, receipt } = await openReceipt({
    role: 'REFERRAL',
    answers: { addReferral: () => ({}) },
  });
  act(() => session.signOut());
  expect(receipt).not.toBeInTheDocument();
});

it('the quick exit removes the receipt', async () => {
  const leave = vi.spyOn(page, 'replacePage').mockImplementation(() => undefined);
  const { user, receipt } = await openReceipt();
  await user.click(screen.getByRole('link', { name: 'Leave this site' }));
  expect(receipt).not.toBeInTheDocument();
  expect(leave).toHaveBeenCalledOnce();
});

it('has the provider’s day, not the phone’s', async () => {
  vi.stubEnv('TZ', 'Pacific/Kiritimati');
  vi.useFakeTimers({ now: new Date('2026-11-21T07:59:00Z'), toFake: ['Date'] });
  setTimeZone('America/Los_Angeles');
  onTestFinished(() => {
    setTimeZone('');
    vi.useRealTimers();
    vi.unstubAllEnvs();
  });
  const { receipt } = await openReceipt();
  expect(receipt).toHaveTextContent(/Nov\s20,\s2026, 11:59\sPM/);
});
