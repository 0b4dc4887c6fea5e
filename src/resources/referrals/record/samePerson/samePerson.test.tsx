import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { OtherReferral } from '../../../../../contract/entities/samePerson';
import { KEYED, type SentInput, stubMetaWithout } from '../../../../../tests/support/ourServer';
import {
  type Answers,
  findTable,
  makeReferral,
  renderStaffApp,
  stubReferralList,
} from '../../../../../tests/support/staffApp';
import { ApiError } from '../../../../api/ApiError';

const ROBIN = makeReferral({ dob: '2010-04-13' });
const BEFORE = makeReferral({
  _id: 'r8',
  first_name: 'Róbin',
  dob: '2010-04-13',
  status: 'Declined Services',
  tracking_id: 'R-OLDR-0001',
  entry_date: '2026-03-03T20:00:00Z',
  site: { value: 's2', label: 'Canyon View High School' },
});
const SIBLING = makeReferral({
  _id: 'r9',
  first_name: 'Noor',
  dob: '2010-04-13',
  tracking_id: 'R-SIBL-0002',
  entry_date: '2024-10-09T20:00:00Z',
});

function toOther(one: typeof ROBIN, same: OtherReferral['same']): OtherReferral {
  const { _id, first_name, last_name, dob, status, site, entry_date, tracking_id } = one;
  return { _id, first_name, last_name, dob, status, site, entry_date, tracking_id, same };
}

const OTHERS: Readonly<Record<string, readonly OtherReferral[]>> = {
  r1: [toOther(BEFORE, ['name', 'dob']), toOther(SIBLING, ['dob', 'contact_number'])],
  r8: [toOther(ROBIN, ['name', 'dob'])],
};
const offered: Answers = {
  ...stubReferralList([ROBIN]),
  getReferral: ({ params }: SentInput) =>
    [ROBIN, BEFORE, SIBLING].find(({ _id }) => _id === params?.id),
  listSamePerson: ({ params }: SentInput) => ({
    referrals: OTHERS[params?.id ?? ''] ?? [],
    more: false,
  }),
};

async function openRecord(
  answers: Answers = {},
  options: Pick<NonNullable<Parameters<typeof renderStaffApp>[0]>, 'role' | 'language'> = {},
) {
  const app = await renderStaffApp({ ...options, answers: { ...offered, ...answers } });
  await app.user.click(await screen.findByRole('link', { name: /^Robin/ }));
  const dialog = within(await screen.findByRole('dialog'));
  return { ...app, dialog };
}
const TITLE = 'Other referrals of this person';
const link = /^Mar\s3,\s2026, Canyon View High School$/;

describe('the other referrals of a person', () => {
  it('are linked with their date, site, age then and outcome; others may be of the same person', async () => {
    const { dialog, inputsOf } = await openRecord();
    const same = within(await dialog.findByRole('region', { name: TITLE }));
    const [item, ...none] = same.getAllByRole('listitem');
    expect(none).toEqual([]);
    expect(item).toHaveTextContent(/^Mar\s3,\s2026, Canyon View High School · 15 years/);
    expect(within(item ?? document.body).getByText('Declined Services')).toBeVisible();
    expect(same.getByRole('link', { name: link })).toHaveAttribute('href', '/admin/r8');
    const maybe = within(dialog.getByRole('region', { name: 'May be the same person' }));
    expect(maybe.getByRole('listitem')).toHaveTextContent(/14 years/);
    expect(maybe.getByRole('listitem')).toHaveTextContent(
      /Noor Harper · same birth date, same phone number/,
    );
    // One read, where there were two.
    expect(inputsOf('listSamePerson')).toEqual([{ params: { id: 'r1' } }]);
    expect(inputsOf('getDuplicates')).toEqual([]);
    expect(dialog.queryByText(/^Possibly the same person as/)).toBeNull();
  });

  it('are counted beside the person, from where a button leads to them', async () => {
    const { user, dialog } = await openRecord();
    const person = within(dialog.getByRole('region', { name: 'Person referred' }));
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
    await user.click(await person.findByRole('button', { name: '1 other referral' }));
    expect(dialog.getByRole('heading', { name: TITLE })).toHaveFocus();
    expect(scroll).toHaveBeenCalledTimes(1);
  });

  it('open in place of the record, with a way back that names nobody in the address', async () => {
    const { user, dialog, address, go } = await openRecord();
    await user.click(await dialog.findByRole('link', { name: link }));
    const before = within(
      await screen.findByRole('dialog', { name: 'Referral Status for: Róbin Harper' }),
    );
    expect(address()).toMatch(/^\/admin\/r8/);
    expect(address()).not.toMatch(/Harper|R[oó]bin/);
    await user.click(before.getByRole('button', { name: 'Back to Robin Harper' }));
    const again = within(
      await screen.findByRole('dialog', { name: 'Referral Status for: Robin Harper' }),
    );
    expect(address()).toMatch(/^\/admin\/r1/);
    expect(again.queryByRole('button', { name: /^Back to/ })).toBeNull();

    // The browser's own Back leads there, too.
    await user.click(await again.findByRole('link', { name: link }));
    await screen.findByRole('dialog', { name: 'Referral Status for: Róbin Harper' });
    await go(-1);
    expect(
      await screen.findByRole('dialog', { name: 'Referral Status for: Robin Harper' }),
    ).toBeVisible();
  });

  it('lead to the list when they are closed', async () => {
    const { user, dialog, address } = await openRecord();
    await user.click(await dialog.findByRole('link', { name: link }));
    const before = within(
      await screen.findByRole('dialog', { name: 'Referral Status for: Róbin Harper' }),
    );
    await user.click(before.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(address()).toMatch(/^\/admin(\W|$)/);
    expect(address()).not.toMatch(/r1|r8/);
  });

  it('ask before unsaved input is discarded', async () => {
    const { user, dialog } = await openRecord();
    await user.type(dialog.getByLabelText('Intake note'), 'Not lost');
    await user.click(await dialog.findByRole('link', { name: link }));
    await user.click(dialog.getByRole('button', { name: 'Keep editing' }));
    expect(dialog.getByLabelText('Intake note')).toHaveValue('Not lost');
    await user.click(dialog.getByRole('link', { name: link }));
    await user.click(dialog.getByRole('button', { name: 'Close without saving' }));
    expect(
      await screen.findByRole('dialog', { name: 'Referral Status for: Róbin Harper' }),
    ).toBeVisible();
  });

  it('are told apart for good after a question', async () => {
    let isMarked = false;
    const { user, dialog, inputsOf } = await openRecord({
      listSamePerson: ({ params }) => {
        const items = params?.id === 'r1' ? (OTHERS.r1 ?? []) : [];
        return { referrals: isMarked ? items.slice(1) : items, more: false };
      },
      markNotSamePerson: () => {
        isMarked = true;
        return { detail: 'ok' };
      },
    });
    await user.click(
      await dialog.findByRole('button', { name: 'Not the same person R-OLDR-0001' }),
    );
    const question = within(
      await screen.findByRole('alertdialog', { name: 'Are these different people?' }),
    );
    expect(
      question.getByText(/Róbin Harper.*, received .*Mar\s3,\s2026.* at .*Canyon/),
    ).toBeVisible();
    await user.click(question.getByRole('button', { name: 'Not now' }));
    expect(inputsOf('markNotSamePerson')).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Not the same person R-OLDR-0001' }));
    const asked = within(await screen.findByRole('alertdialog'));
    await user.click(asked.getByRole('button', { name: 'Not the same person' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull(), { timeout: 4_000 });
    expect(inputsOf('markNotSamePerson')).toEqual([
      { body: { id: 'r1', other: 'r8' }, headers: KEYED },
    ]);
    await waitFor(() => expect(dialog.queryByRole('region', { name: TITLE })).toBeNull());
    expect(dialog.getByRole('region', { name: 'May be the same person' })).toBeVisible();
  });

  it('are compared on request', async () => {
    const { user, dialog } = await openRecord({
      getDuplicates: () => ({
        referral: ROBIN,
        duplicates: [{ ...BEFORE, same: ['name', 'dob'] }],
        more: false,
      }),
    });
    await user.click(await dialog.findByRole('button', { name: 'Compare' }));
    const compared = within(await screen.findByRole('dialog', { name: 'Possible Duplicates' }));
    await user.click(await compared.findByRole('button', { name: 'Open R-OLDR-0001' }));
    const before = within(
      await screen.findByRole('dialog', { name: 'Referral Status for: Róbin Harper' }),
    );
    expect(before.getByRole('button', { name: 'Back to Robin Harper' })).toBeVisible();
  });

  it('say that they could not be loaded, and load again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let hasFailed = false;
    const { user, dialog } = await openRecord({
      listSamePerson: () => {
        if (hasFailed) return { referrals: OTHERS.r1, more: true };
        hasFailed = true;
        throw new ApiError('status', { status: 403 });
      },
    });
    await dialog.findByText(/could not be loaded/);
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByRole('region', { name: TITLE })).toBeVisible();
    expect(dialog.getByText('There are more; these are 2 of them.')).toBeVisible();
  });

  it.each([
    ['an older server, which has the notice of possible duplicates', stubMetaWithout('samePerson')],
    ['there are none', { listSamePerson: () => ({ referrals: [], more: false }) }],
  ])('are missing where %s', async (_what, answers) => {
    const { dialog } = await openRecord(answers);
    await dialog.findByRole('region', { name: 'History' });
    expect(dialog.queryByRole('region', { name: TITLE })).toBeNull();
  });

  it('are not requested for a manager', async () => {
    const { inputsOf } = await openRecord({}, { role: 'MANAGER' });
    await waitFor(() => expect(inputsOf('getHistory')).toHaveLength(1));
    expect(inputsOf('listSamePerson')).toEqual([]);
  });

  it('are shown in Spanish', async () => {
    const { dialog } = await openRecord({}, { language: 'es' });
    const region = within(
      await dialog.findByRole('region', { name: 'Otras remisiones de esta persona' }),
    );
    expect(region.getByRole('listitem')).toHaveTextContent(/15 años/);
  });
});

it('the record says the age at the entry where it was another one than today', async () => {
  const born = makeReferral({ dob: '2010-04-13', entry_date: '2020-04-12T20:00:00Z' });
  await openRecord(stubReferralList([born]));
  expect(screen.getByText(/^, 9 years when referred$/)).toBeVisible();
});

it('the history says of whom it is not a referral', async () => {
  const event = {
    id: 'e1',
    kind: 'notSamePerson',
    at: '2026-11-20T12:00:00Z',
    actor: { id: 'u1', fullname: 'Alex Kim' },
    changes: [],
    text: 'R-OLDR-0001',
  };
  const { dialog } = await openRecord({ getHistory: () => ({ events: [event], reads: null }) });
  expect(await dialog.findByText('Not the same person as in R-OLDR-0001')).toBeVisible();
});

it('marks of possible duplicates still stand in the list', async () => {
  await renderStaffApp({
    answers: {
      ...offered,
      listDuplicates: () => [
        { _id: 'r1', duplicates: [{ _id: 'r8', same: ['name', 'dob'] }], more: false },
      ],
    },
  });
  expect(await within(await findTable()).findByTitle(/^Possible duplicate/)).toBeVisible();
});
