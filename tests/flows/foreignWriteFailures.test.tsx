/**
 * Whatever shape another backend fails a change in: a clear message each time, nothing typed is lost, and nothing of what came
 * is shown or logged. Every change meets a share of the shapes, every shape some changes; all × all when EXHAUSTIVE.
 */
import { waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { foreignActions } from '../support/foreignActions';
import { PLANTED } from '../support/foreignFailures';
import { shapesFor, TROUBLE, watchingFailures } from '../support/foreignTrouble';
import { withForeignBackend } from '../support/foreignWorld';
import { findText, PATIENCE } from '../support/renderApp';

const foreign = withForeignBackend();
const failures = watchingFailures();

const actions = foreignActions(foreign);

describe.each(actions)('who sees $call fail', ({ call, says, prepare }) => {
  const shapes = shapesFor(actions.findIndex((action) => action.call === call));

  it('is told each time, and keeps what was typed', async () => {
    const { press, expectKept } = await prepare();
    for (const [shape, failure] of shapes) {
      foreign.backend().fail(call, failure);
      const before = foreign.backend().called.filter((name) => name === call).length;
      await press();
      await waitFor(() => {
        const tries = foreign.backend().called.filter((name) => name === call).length;
        expect({ shape, tries }).toEqual({ shape, tries: before + 1 });
        const said = document.body.textContent;
        expect({ shape, said: says.test(said) || TROUBLE.test(said) ? 'why' : said }).toEqual({
          shape,
          said: 'why',
        });
      }, PATIENCE);
      expectKept();
      expect(document.body).not.toHaveTextContent(PLANTED);
      expect(document.body).not.toHaveTextContent(/undefined|\[object|Internal Server|doctype/i);
      failures.count();
    }
  });
});

it('what a text says is shown where the specification says so, and nowhere else', async () => {
  const addSite = actions.find(({ call }) => call === 'addSite');
  if (!addSite) throw new Error('Nobody adds a site');
  const { press } = await addSite.prepare();
  foreign.backend().fail('addSite', {
    status: 400,
    body: '{"detail":"Words of the old server"}',
    headers: { 'content-type': 'application/json' },
  });
  await press();
  expect(await findText('Words of the old server')).toBeInTheDocument();
});
