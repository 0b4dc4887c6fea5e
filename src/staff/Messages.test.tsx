import { act, fireEvent, render, screen } from '@testing-library/react';
import { CoreAdminContext, useNotify } from 'react-admin';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { createI18n } from '../i18n/createI18n';
import { I18nProvider } from '../i18n/I18nProvider';
import { Messages } from './Messages';
import { useReactAdminI18n } from './useReactAdminI18n';

const IN_FRONT = 5_000;

afterEach(() => vi.useRealTimers());

function Screen() {
  const i18nProvider = useReactAdminI18n();
  return (
    <CoreAdminContext i18nProvider={i18nProvider}>
      <Notifier />
      <Messages />
    </CoreAdminContext>
  );
}

function Notifier() {
  const notify = useNotify();
  const say = () => notify('statusDialog.saved', { type: 'success', autoHideDuration: IN_FRONT });
  return <button onClick={say}>Notify</button>;
}

it('stays readable after it has left the front, until it is closed', async () => {
  const i18n = await createI18n('en');
  await i18n.addStaffTexts();
  render(
    <I18nProvider i18n={i18n}>
      <MemoryRouter>
        <Screen />
      </MemoryRouter>
    </I18nProvider>,
  );
  const button = await screen.findByRole('button', { name: 'Notify' });
  vi.useFakeTimers();
  fireEvent.click(button);

  const message = screen.getByRole('status');
  expect(message).toHaveTextContent('Successfully updated referral');
  act(() => void vi.advanceTimersByTime(IN_FRONT - 1));
  expect(message.parentElement?.className).toContain('inFront');
  act(() => void vi.advanceTimersByTime(1));
  expect(message.parentElement?.className).toContain('atEnd');
  expect(message).toHaveTextContent('Successfully updated referral');

  fireEvent.click(screen.getByRole('button', { name: 'Close message' }));
  expect(message).toBeEmptyDOMElement();
});
