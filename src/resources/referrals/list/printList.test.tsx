/** Printing the list: the page in sight, or all that match, read page by page. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../../api/ApiError';
import {
  type Answers,
  makeReferral,
  renderStaffApp,
  stubReferralList,
} from '../../../../tests/support/staffApp';

const people = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    makeReferral({ _id: `r${index}`, first_name: `Person${index}` }),
  );

let print: ReturnType<typeof vi.spyOn>;
let printed: string[];
beforeEach(() => {
  printed = [];
  print = vi.spyOn(window, 'print').mockImplementation(() => {
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    const sheet = document.querySelector('body > .staff-app.paper-only');
    printed.push(sheet?.textContent ?? 'the page');
    act(() => void window.dispatchEvent(new Event('afterprint')));
  });
});
afterEach(() => print.mockRestore());

async function openList(count: number, answers: Answers = {}) {
  const app = await renderStaffApp({
    path: '/admin',
    answers: { ...stubReferralList(people(count)), ...answers },
  });
  await screen.findByText('Person0');
  return app;
}
const press = async (app: Awaited<ReturnType<typeof openList>>) =>
  app.user.click(screen.getByRole('button', { name: 'Print' }));

it('prints a list that is all in sight at once', async () => {
  const app = await openList(3);
  await press(app);
  expect(printed).toEqual(['the page']);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('prints the page in sight without reading it again, once the dialog is gone', async () => {
  const app = await openList(60);
  const reads = app.inputsOf('listWorklist').length;
  await press(app);
  await app.user.click(await screen.findByRole('button', { name: 'This page (25)' }));
  await waitFor(() => expect(printed).toEqual(['the page']));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(app.inputsOf('listWorklist')).toHaveLength(reads);
});

it('prints all that match in one table, read page by page, with the notice and by whom', async () => {
  const app = await openList(230);
  await press(app);
  await app.user.click(await screen.findByRole('button', { name: 'All 230 that match' }));
  await waitFor(() => expect(printed).toHaveLength(1));
  for (const text of ['Person0', 'Person229', 'Confidential.', 'All 230 that match'])
    expect(printed[0]).toContain(text);
  const pages = app.inputsOf('listWorklist').map(({ body }) => (body as { page: number }).page);
  expect(pages.slice(-10)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.querySelector('body > .paper-only')).toBeNull();
});

it('prints nothing when a page could not be read, and can be tried again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const list = stubReferralList(people(230)).listWorklist;
  const listWorklist = vi.fn<NonNullable<Answers['listWorklist']>>((input) => list?.(input));
  const app = await openList(230, { listWorklist });
  await press(app);
  listWorklist.mockImplementationOnce((input) => list?.(input));
  listWorklist.mockImplementationOnce(() => {
    throw new ApiError('status', { status: 403 });
  });
  const all = await screen.findByRole('button', { name: 'All 230 that match' });
  await app.user.click(all);
  expect(await screen.findByText(/could not be read in full. Nothing was printed/)).toBeVisible();
  expect(printed).toEqual([]);
  await app.user.click(all);
  await waitFor(() => expect(printed).toHaveLength(1));
});

it('stops reading when it is cancelled', async () => {
  const list = stubReferralList(people(230)).listWorklist;
  const listWorklist = vi.fn<NonNullable<Answers['listWorklist']>>((input) => list?.(input));
  const app = await openList(230, { listWorklist });
  await press(app);
  const dialog = await screen.findByRole('dialog');
  listWorklist.mockImplementation(() => new Promise<never>(() => undefined));
  await app.user.click(within(dialog).getByText('All 230 that match'));
  expect(await within(dialog).findByText('Reading 0 of 230 …')).toBeVisible();
  await app.user.click(within(dialog).getByText('Cancel'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(printed).toEqual([]);
});
