import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { ErrorBoundary } from '../frame/ErrorPage';
import { lazyComponent, OfflineError } from './lazyComponent';

afterEach(() => vi.unstubAllGlobals());

const load = vi.fn<() => Promise<() => ReactNode>>(async () => () => <p>Loaded</p>);

function show() {
  // React logs a caught error.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Lazy = lazyComponent(load, <p>Loading</p>);
  const Failure = ({ error }: { error: Error }) => <p>{error.constructor.name}</p>;
  render(
    <ErrorBoundary fallback={Failure}>
      <Lazy />
    </ErrorBoundary>,
  );
}

it('does not download while offline, as browsers would remember the failure', async () => {
  load.mockClear();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  vi.stubGlobal('fetch', vi.fn<typeof fetch>().mockRejectedValue(new TypeError('offline')));
  show();
  expect(await screen.findByText(OfflineError.name)).toBeVisible();
  expect(load).not.toHaveBeenCalled();
});

it('downloads in a browser that is wrongly said to be offline', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  vi.stubGlobal('fetch', vi.fn<typeof fetch>().mockResolvedValue(new Response()));
  show();
  expect(await screen.findByText('Loaded')).toBeVisible();
});

it('downloads ahead only with a connection', async () => {
  load.mockClear();
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const Lazy = lazyComponent(load);
  await Lazy.preload();
  expect(load).not.toHaveBeenCalled();
  onLine.mockReturnValue(true);
  await Lazy.preload();
  render(<Lazy />);
  expect(screen.getByText('Loaded')).toBeVisible();
});
