/**
 * Write requests that fail at a third-party backend, in every shape: each failure shows its own sentence, whatever the shape,
 * and keeps the input, and the response is neither shown nor logged. By default every write gets a share of the shapes and
 * every shape some writes; all × all when EXHAUSTIVE.
 */
import { waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createThirdPartyActions } from '../support/thirdPartyBackendActions';
import { PLANTED } from '../support/thirdPartyBackendFailures';
import { selectShapes, watchFailures } from '../support/watchThirdPartyBackendFailures';
import { withThirdPartyBackend } from '../support/thirdPartyBackendFixtures';
import { findText, WAIT_OPTIONS } from '../support/renderApp';

const thirdParty = withThirdPartyBackend();
const failures = watchFailures();

const actions = createThirdPartyActions(thirdParty);

describe.each(actions)('a failed $call', ({ call, says, prepare }) => {
  const shapes = selectShapes(actions.findIndex((action) => action.call === call));

  it('is reported each time, and keeps the input', async () => {
    const { press, expectKept } = await prepare();
    for (const [shape, failure] of shapes) {
      thirdParty.backend().fail(call, failure);
      const before = thirdParty.backend().called.filter((name) => name === call).length;
      await press();
      await waitFor(() => {
        const tries = thirdParty.backend().called.filter((name) => name === call).length;
        expect({ shape, tries }).toEqual({ shape, tries: before + 1 });
        const said = document.body.textContent;
        expect({ shape, said: says.test(said) ? 'what failed' : said }).toEqual({
          shape,
          said: 'what failed',
        });
      }, WAIT_OPTIONS);
      expectKept();
      expect(document.body).not.toHaveTextContent(PLANTED);
      expect(document.body).not.toHaveTextContent(/undefined|\[object|Internal Server|doctype/i);
      failures.count();
    }
  });
});

it('a failed write shows the server’s message where the specification says so', async () => {
  const addSite = actions.find(({ call }) => call === 'addSite');
  if (!addSite) throw new Error('No action adds a site');
  const { press } = await addSite.prepare();
  thirdParty.backend().fail('addSite', {
    status: 400,
    body: '{"detail":"Words of the old server"}',
    headers: { 'content-type': 'application/json' },
  });
  await press();
  expect(await findText('Words of the old server')).toBeInTheDocument();
});
