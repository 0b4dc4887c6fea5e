import { expect, it, vi } from 'vitest';
import type { AnyCallName } from '../../contract/calls';
import type { Feature } from '../../contract/calls/extras';
import { type Call, compose, type IsOffered, type Send } from './middleware';
import { versionHeader } from './versionHeader';

const REQUEST = { body: { id: 's1', name: 'Northside High' } };

/** The request as it is sent to a server that offers these features. */
async function requestOf(name: AnyCallName, version: number | undefined, offered: Feature[]) {
  const isOffered = vi.fn<IsOffered>(async (feature) => offered.includes(feature));
  const send = vi.fn<Send>(async () => ({ status: 200, data: {}, header: () => undefined }));
  const call: Call = { name, version, request: REQUEST, session: { pair: null, owner: null } };
  await compose([versionHeader(isOffered)], send)(call);
  return { request: send.mock.lastCall?.[0].request, isOffered };
}

it('names the version of a change, in quotation marks', async () => {
  const { request } = await requestOf('updateSite', 7, ['versions']);
  expect(request).toEqual({ ...REQUEST, headers: { 'If-Match': '"7"' } });
});

it('sends none to a server that does not offer versions', async () => {
  const { request } = await requestOf('updateSite', 7, ['idempotencyKeys']);
  expect(request).toEqual(REQUEST);
});

it.each([
  ['without a version', 'updateSite', undefined],
  ['that takes no version', 'addSite', 7],
] as const)('asks nothing and sends none with a call %s', async (_which, name, version) => {
  const { request, isOffered } = await requestOf(name, version, ['versions']);
  expect(request).toEqual(REQUEST);
  expect(isOffered).not.toHaveBeenCalled();
});
