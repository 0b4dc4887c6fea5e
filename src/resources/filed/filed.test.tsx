/** What people outside of the program read at /admin: what they filed, and the answer to each. */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { FiledReferral } from '../../../contract/entities/filed';
import { stubMetaWithout, THIRD_PARTY_BACKEND } from '../../../tests/support/ourServer';
import { makeFiled } from '../../../tests/support/makeFiled';
import { setDesktopWidth } from '../../../tests/support/screenWidth';
import {
  type Answers,
  findTable,
  makeReferral,
  renderStaffApp,
  stubReferralList,
} from '../../../tests/support/staffApp';
import { ApiError } from '../../api/ApiError';

const reader = (filed: number): Answers => ({ getReader: () => ({ is_inside: false, filed }) });
const filedList = (items: readonly FiledReferral[], total = items.length): Answers => ({
  ...reader(total),
  listFiled: () => ({ items, total, pages: Math.ceil(total / 25) }),
});
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

describe('emails about news', () => {
  const LABEL = 'Email me when there is news';
  const withMail = (news_mail?: boolean): Answers => ({
    ...filedList([makeFiled()]),
    getReader: () => ({
      is_inside: false,
      filed: 1,
      ...(news_mail !== undefined && { news_mail }),
    }),
  });

  it('are chosen on the page, at once', async () => {
    const answers = withMail(false);
    const { user, inputsOf } = await renderStaffApp({ role: 'MANAGER', answers });
    const box = await screen.findByRole('checkbox', { name: LABEL });
    expect(box).not.toBeChecked();
    await user.click(box);
    expect(await screen.findByText('Saved.')).toBeVisible();
    expect(box).toBeChecked();
    await user.click(box);
    await waitFor(() => expect(box).not.toBeChecked());
    const sent = [{ body: { is_on: true } }, { body: { is_on: false } }];
    expect(inputsOf('setNewsMail')).toEqual(sent);
  });

  it('stay as they are stored if the choice cannot be', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const setNewsMail = () => {
      throw new ApiError('network');
    };
    const answers = { ...withMail(true), setNewsMail };
    const { user } = await renderStaffApp({ role: 'MANAGER', answers });
    const box = await screen.findByRole('checkbox', { name: LABEL });
    await user.click(box);
    expect(await screen.findByText('Your choice could not be saved.')).toBeVisible();
    expect(box).toBeChecked();
  });

  it('are not offered by a server that sends none', async () => {
    await renderStaffApp({ role: 'MANAGER', answers: withMail() });
    expect(await screen.findByText('Received. Please call us.')).toBeVisible();
    expect(screen.queryByRole('checkbox', { name: LABEL })).toBeNull();
  });
});

describe('a manager outside of the program', () => {
  it('reads what they filed, with the answer and whom to call, and asks for no referral', async () => {
    const { inputsOf } = await renderStaffApp({
      role: 'MANAGER',
      supportPhone: '(555) 010-0142',
      answers: filedList([makeFiled(), makeFiled({ _id: 'f2', first_name: 'Bo' })]),
    });
    await heading('Referrals you filed');
    expect(await screen.findByText('2 referrals')).toBeVisible();
    const cards = within(screen.getByRole('list', { name: 'Referrals you filed' }));
    const [first] = cards.getAllByRole('listitem');
    const card = within(first as HTMLElement);
    expect(card.getByRole('heading', { name: 'Ana Harper' })).toBeVisible();
    expect(card.getByText('Received. Please call us.')).toBeVisible();
    expect(card.getByRole('link', { name: '(555) 010-0142' })).toHaveAttribute(
      'href',
      'tel:5550100142',
    );
    for (const text of ['R-ABCD-1234', '(555) 010-2030', 'Mesa High'])
      expect(card.getByText(text)).toBeVisible();
    expect(card.getByText(/^Nov\s24,\s2026/)).toBeVisible();
    expect(card.getByText(/^Mar\s4,\s2009/)).toBeVisible();
    expect(screen.getByText(/^You are not part of Referral Desk/)).toBeVisible();
    expect(screen.queryByRole('table')).toBeNull();
    for (const name of ['listReferrals', 'listWorklist', 'getHistory'] as const)
      expect(inputsOf(name)).toEqual([]);
  });

  it('reads it in Spanish', async () => {
    const answers = filedList([makeFiled()]);
    await renderStaffApp({ role: 'MANAGER', language: 'es', answers });
    await heading('Remisiones que usted envió');
    expect(await screen.findByText('Recibida. Por favor, llámenos.')).toBeVisible();
  });

  it('reads an answer that this build does not know as the server says it', async () => {
    const status = 'The person said yes.';
    const unknown = { status, answer: 'saidYes' } as unknown as FiledReferral;
    await renderStaffApp({ role: 'MANAGER', answers: filedList([makeFiled(unknown)]) });
    expect(await screen.findByText(status)).toBeVisible();
  });

  it('without a referral of their own sees that, and can add one', async () => {
    setDesktopWidth();
    const { user } = await renderStaffApp({ role: 'MANAGER', answers: filedList([]) });
    expect(await screen.findByText('You have not filed a referral here yet.')).toBeVisible();
    expect(screen.queryByRole('search')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Add Referral' }));
    expect(await screen.findByRole('dialog', { name: 'Create new Referral' })).toBeVisible();
  });

  it('searches once there are more than a page', async () => {
    const items = Array.from({ length: 25 }, (_, index) => makeFiled({ _id: `f${index}` }));
    const { user, inputsOf } = await renderStaffApp({
      role: 'MANAGER',
      answers: {
        ...reader(30),
        listFiled: ({ body }) =>
          (body as { q?: string }).q
            ? { items: [], total: 0, pages: 0 }
            : { items, total: 30, pages: 2 },
      },
    });
    const box = within(await screen.findByRole('search')).getByRole('searchbox');
    await user.type(box, ' ana {Enter}');
    expect(await screen.findByText('No referral of yours matches')).toBeVisible();
    expect(inputsOf('listFiled').at(-1)).toEqual({ body: { page: 1, size: 25, q: 'ana' } });
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    expect(box).toHaveValue('');
    await waitFor(() => expect(screen.getAllByRole('listitem').length).toBeGreaterThan(24));
    expect(inputsOf('listFiled').at(-1)).toEqual({ body: { page: 1, size: 25 } });
  });

  it('can ask again if it is not known how they read', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let isDown = true;
    const getReader = () => {
      if (isDown) throw new ApiError('status', { status: 500 });
      return { is_inside: false, filed: 1 };
    };
    const answers = { ...filedList([makeFiled()]), getReader };
    const { user } = await renderStaffApp({ role: 'MANAGER', answers });
    const again = await screen.findByRole('button', { name: 'Try again' }, { timeout: 10_000 });
    expect(screen.queryByRole('table')).toBeNull();
    isDown = false;
    await user.click(again);
    await heading('Referrals you filed');
  });
});

describe('everybody else', () => {
  it('a manager of the program has the list', async () => {
    const answers = {
      ...stubReferralList([makeReferral()]),
      getReader: () => ({ is_inside: true, filed: 3 }),
    };
    await renderStaffApp({ role: 'MANAGER', answers });
    expect(await findTable()).toBeVisible();
  });

  it('a super user has it without being asked about', async () => {
    const { inputsOf } = await renderStaffApp({ answers: stubReferralList([makeReferral()]) });
    await findTable();
    expect(inputsOf('getReader')).toEqual([]);
  });

  it.each([
    ['an older server', stubMetaWithout('filed')],
    ['a third-party backend', THIRD_PARTY_BACKEND],
  ])('a manager on %s has it, too', async (_server, meta) => {
    const { inputsOf } = await renderStaffApp({
      role: 'MANAGER',
      answers: { ...meta, listReferrals: () => ({ items: [], pages: 0 }) },
    });
    await heading('Referral List');
    expect(inputsOf('getReader')).toEqual([]);
    expect(inputsOf('listFiled')).toEqual([]);
  });

  it.each(['ADMIN', 'SITE_USER'] as const)('an %s reads what they filed', async (role) => {
    const { inputsOf } = await renderStaffApp({ role, answers: filedList([makeFiled()]) });
    await heading('Referrals you filed');
    for (const name of ['countReferrals', 'getFollowUpRules', 'countToday'] as const)
      expect(inputsOf(name)).toEqual([]);
  });

  it.each([
    ['who filed none', filedList([])],
    ['on a third-party backend', THIRD_PARTY_BACKEND],
  ])('an ADMIN %s is led to the start page, which says why', async (_who, answers) => {
    const { address } = await renderStaffApp({ role: 'ADMIN', answers });
    await waitFor(() => expect(address()).toMatch(/^\/\{"reason":"notAllowed"/));
  });
});

it('a tab of the earlier app shows the answer as a status that it does not know', async () => {
  const answers = {
    ...stubMetaWithout('filed'),
    ...stubReferralList([makeFiled() as unknown as ReturnType<typeof makeReferral>]),
  };
  await renderStaffApp({ role: 'MANAGER', answers });
  const table = within(await findTable());
  expect(table.getByText('Received. Please call us.')).toBeVisible();
  expect(table.getByRole('row', { name: /Ana.*Harper/ })).toBeVisible();
});
