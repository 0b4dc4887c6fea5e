import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { stubMetaWithout } from '../../../../tests/support/ourServer';
import { type Answers, makeReferral, renderStaffApp } from '../../../../tests/support/staffApp';
import { stubWorklist, WORKLIST_COUNTS } from '../../../../tests/support/worklist';

const NAMES = [
  { _id: 'r1', first_name: 'Sarah', last_name: 'Quintanilla' },
  { _id: 'r2', first_name: 'Sara', last_name: 'Quintero' },
];

/** Opens the worklist of a server that finds nobody by 'sara', and searches. */
async function search(q: string, more: Answers = {}, role?: 'MANAGER') {
  const app = await renderStaffApp({
    ...(role && { role }),
    answers: {
      ...stubWorklist(),
      listWorklist({ body }) {
        const { q: typed = '' } = body as { q?: string };
        const items = typed.startsWith('sar') ? [] : [makeReferral()];
        return { items, total: items.length, pages: items.length, counts: WORKLIST_COUNTS };
      },
      listSimilarNames: () => NAMES,
      countHeldMatches: () => ({ count: 2 }),
      ...more,
    },
  });
  await screen.findByRole('link', { name: /^Robin/ });
  await app.user.type(screen.getByRole('searchbox'), `${q}{Enter}`);
  return app;
}

it('a search that finds nobody suggests names, and searches for the one chosen', async () => {
  const { user, inputsOf } = await search('sara quintanila');
  expect(await screen.findByText('No Referral Records')).toBeVisible();
  expect(await screen.findByText('Did you mean')).toBeVisible();
  const names = within(screen.getByText('Did you mean').parentElement as HTMLElement);
  expect(names.getAllByRole('button').map((button) => button.textContent)).toEqual([
    'Sarah Quintanilla',
    'Sara Quintero',
  ]);
  await user.click(names.getByRole('button', { name: 'Sarah Quintanilla' }));
  await waitFor(() => expect(screen.getByRole('searchbox')).toHaveValue('Sarah Quintanilla'));
  expect(inputsOf('listWorklist').at(-1)?.body).toMatchObject({ q: 'Sarah Quintanilla' });
  expect(inputsOf('listSimilarNames').map(({ body }) => body)).toEqual([{ q: 'sara quintanila' }]);
});

it('suggests no name that the search finds, as one behind another filter, and drops the other filters', async () => {
  const { user, inputsOf } = await search('sara quint', {
    listSimilarNames: () => [...NAMES, { _id: 'r3', first_name: 'Sandra', last_name: 'Quinn' }],
  });
  expect(await screen.findByText('Did you mean')).toBeVisible();
  const names = within(screen.getByText('Did you mean').parentElement as HTMLElement);
  expect(names.getAllByRole('button').map((button) => button.textContent)).toEqual([
    'Sandra Quinn',
  ]);
  await user.click(names.getByRole('button', { name: 'Sandra Quinn' }));
  await waitFor(() =>
    expect(inputsOf('listWorklist').at(-1)?.body).toMatchObject({ q: 'Sandra Quinn' }),
  );
});

it('a search that finds somebody suggests nobody', async () => {
  const { inputsOf } = await search('robin');
  await waitFor(() => expect(inputsOf('countHeldMatches')).toHaveLength(1));
  expect(screen.queryByText('Did you mean')).toBeNull();
  expect(inputsOf('listSimilarNames')).toEqual([]);
});

it('says how many held ones match, with a link to them', async () => {
  await search('robin');
  expect(await screen.findByText('2 referrals that are held match this search.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'View possible spam' })).toHaveAttribute('href', '/held');
});

it('says nothing of held ones to those who may not see them', async () => {
  const { inputsOf } = await search('sarra', {}, 'MANAGER');
  expect(await screen.findByText('Did you mean')).toBeVisible();
  expect(inputsOf('countHeldMatches')).toEqual([]);
});

it('asks an older server for neither', async () => {
  const { inputsOf } = await search('sara', stubMetaWithout('searchHints'));
  expect(await screen.findByText('No Referral Records')).toBeVisible();
  expect(inputsOf('listSimilarNames')).toEqual([]);
  expect(inputsOf('countHeldMatches')).toEqual([]);
});
