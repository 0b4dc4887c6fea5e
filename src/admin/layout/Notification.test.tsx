import { act, fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TOASTS } from '../../../contract/staffConstants';
import { renderStaffComponent } from '../../../tests/support/renderStaffComponent';
import { CloseButton, Dialog } from '../dialog/Dialog';

const IN_FRONT = 5_000;
const SAVED = 'Successfully updated referral, page will now refresh.';

/** A page that can notify, with a dialog that can notify too. */
function Page() {
  const notify = useNotify();
  const [isOpen, setOpen] = useState(false);
  const say = () => notify('statusDialog.saved', { type: 'success', autoHideDuration: IN_FRONT });
  const fail = () => notify('statusDialog.failed', { type: 'error' });
  const failInRow = () => notify('statusDialog.failed', { type: 'error', isShownElsewhere: true });
  const sayAgain = () => notify('statusDialog.saved', { isAnnounced: true });
  return (
    <>
      <button onClick={say}>Notify</button>
      <button onClick={sayAgain}>Notify of what was said</button>
      <button onClick={fail}>Fail</button>
      <button onClick={failInRow}>Fail in a row</button>
      <button onClick={() => setOpen(true)}>Open</button>
      {isOpen && (
        <Dialog title="A dialog" onClose={() => setOpen(false)} actions={<CloseButton />}>
          <button onClick={say}>Notify from here</button>
        </Dialog>
      )}
    </>
  );
}

beforeEach(async () => {
  await renderStaffComponent(<Page />);
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const pass = (time: number) => act(() => void vi.advanceTimersByTime(time));
/** The paragraph of a text, which is in an element of its own. */
const paragraphOf = (text: HTMLElement) => text.closest('p') as HTMLElement;
const message = () => paragraphOf(screen.getByText(SAVED));
const look = () => message().parentElement?.className;
const dialog = () => within(screen.getByRole('dialog'));
describe('a notification on the page', () => {
  it('disappears after its display time, and stays in the status region', () => {
    press('Notify');
    const region = screen.getByRole('status');
    expect(region).toHaveTextContent(SAVED);
    pass(IN_FRONT - 1);
    expect(look()).toContain('message');
    pass(1);
    expect(look()).toBe('visually-hidden');
    expect(region).toHaveTextContent(SAVED);
    expect(screen.queryByRole('button', { name: 'Close message' })).toBeNull();
  });

  it('of a failure stays until it is closed, which is offered after its display time', () => {
    press('Fail');
    const region = screen.getByRole('status');
    const failure = paragraphOf(screen.getByText('Could not update referral, please try again.'));
    pass(TOASTS.usual - 1);
    expect(failure.parentElement?.className).toContain('message');
    expect(screen.queryByRole('button', { name: 'Close message' })).toBeNull();
    pass(1);
    expect(failure.parentElement?.className).toContain('message');
    press('Close message');
    expect(region).toBeEmptyDOMElement();
  });

  it('of a failure that is also shown elsewhere disappears', () => {
    press('Fail in a row');
    pass(TOASTS.usual);
    const failure = paragraphOf(screen.getByText('Could not update referral, please try again.'));
    expect(failure.parentElement?.className).toBe('visually-hidden');
  });

  it('stays for its display time wherever the focus goes', () => {
    press('Notify');
    for (const name of ['Fail', 'Open']) {
      act(() => screen.getByRole('button', { name }).focus());
      expect(look()).toContain('message');
    }
  });

  it('stands in a strip that is there without it', () => {
    const strip = screen.getByRole('status').closest('[class*=trip]');
    expect(strip).not.toBeNull();
    press('Notify');
    expect(message().closest('[class*=trip]')).toBe(strip);
    pass(IN_FRONT);
    expect(message().closest('[class*=trip]')).toBe(strip);
  });

  it('is announced again when the same text comes twice, in the same region', () => {
    press('Notify');
    const region = message();
    const text = region.firstChild;
    press('Notify');
    expect(message()).toBe(region);
    expect(region.firstChild).not.toBe(text);
  });

  it('is not announced again when its source has announced it', () => {
    press('Notify of what was said');
    expect(message()).toBeVisible();
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });

  it('moves the focus to the main element when it is closed', () => {
    press('Fail');
    pass(TOASTS.usual);
    screen.getByRole('button', { name: 'Close message' }).focus();
    press('Close message');
    expect(screen.getByRole('main')).toHaveFocus();
  });
});

describe('a notification in a dialog', () => {
  it.each([
    ['in sight', 0, 'message'],
    ['that has left', IN_FRONT, 'visually-hidden'],
  ])(
    'does not repeat an earlier message %s of the page, which stays unchanged',
    (_where, time, expected) => {
      press('Notify');
      pass(time);
      const before = message();
      press('Open');
      expect(dialog().queryByText(SAVED)).toBeNull();
      expect(message()).toBe(before);
      press('Close');
      expect(message()).toBe(before);
      expect(look()).toContain(expected);
    },
  );

  it('disappears from the page while a dialog is open', () => {
    press('Notify');
    press('Open');
    pass(IN_FRONT);
    press('Close');
    expect(look()).toBe('visually-hidden');
  });

  it('shows a message that comes while the dialog is open there first, and then on the page', () => {
    press('Open');
    press('Notify from here');
    expect(paragraphOf(dialog().getByText(SAVED))).toHaveRole('status');
    expect(screen.getAllByText(SAVED)).toHaveLength(1);
    pass(IN_FRONT - 1);
    expect(look()).not.toBe('visually-hidden');
    pass(1);
    expect(look()).toBe('visually-hidden');
    expect(paragraphOf(dialog().getByText(SAVED))).toHaveRole('status');
    press('Close');
    expect(look()).toBe('visually-hidden');
  });

  it('is not announced again by the page once the dialog is closed', () => {
    press('Open');
    press('Notify from here');
    press('Close');
    expect(look()).toContain('message');
    expect(message()).not.toHaveRole('status');
    press('Notify');
    expect(message()).toHaveRole('status');
  });
});
