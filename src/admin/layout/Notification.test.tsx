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
/** A `getBoundingClientRect`. */
const at = (top: number) => () => new DOMRect(0, top, 100, 40);

describe('a notification on the page', () => {
  it('disappears after its display time, and stays in the status region', () => {
    press('Notify');
    const region = screen.getByRole('status');
    expect(region).toHaveTextContent(SAVED);
    pass(IN_FRONT - 1);
    expect(look()).toContain('inFront');
    pass(1);
    expect(look()).toBe('visually-hidden');
    expect(region).toHaveTextContent(SAVED);
    expect(screen.queryByRole('button', { name: 'Close message' })).toBeNull();
  });

  it('of a failure moves to the end of the page, and stays there until it is closed', () => {
    press('Fail');
    const region = screen.getByRole('status');
    const failure = paragraphOf(screen.getByText('Could not update referral, please try again.'));
    pass(TOASTS.usual - 1);
    expect(failure.parentElement?.className).toContain('inFront');
    pass(1);
    expect(failure.parentElement?.className).toContain('atEnd');
    press('Close message');
    expect(region).toBeEmptyDOMElement();
  });

  it('of a failure that is also shown elsewhere disappears', () => {
    press('Fail in a row');
    pass(TOASTS.usual);
    const failure = paragraphOf(screen.getByText('Could not update referral, please try again.'));
    expect(failure.parentElement?.className).toBe('visually-hidden');
  });

  it('disappears at once only when an element under it gets the focus', () => {
    press('Notify');
    const box = message().parentElement as HTMLElement;
    box.getBoundingClientRect = at(0);
    const beside = screen.getByRole('button', { name: 'Fail' });
    beside.getBoundingClientRect = at(40);
    act(() => beside.focus());
    expect(look()).toContain('inFront');
    const around = box.parentElement as HTMLElement;
    around.tabIndex = -1;
    around.getBoundingClientRect = at(0);
    act(() => around.focus());
    expect(look()).toContain('inFront');
    const beneath = screen.getByRole('button', { name: 'Open' });
    beneath.getBoundingClientRect = at(30);
    act(() => beneath.focus());
    expect(look()).toBe('visually-hidden');
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
    ['in front', 0, 'inFront'],
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

  it('stays on the page when a dialog above it gets the focus', () => {
    press('Notify');
    (message().parentElement as HTMLElement).getBoundingClientRect = at(0);
    press('Open');
    const button = dialog().getByRole('button', { name: 'Notify from here' });
    button.getBoundingClientRect = at(0);
    act(() => button.focus());
    press('Close');
    expect(look()).toContain('inFront');
  });

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
    expect(look()).not.toContain('inFront');
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
    expect(look()).toContain('inFront');
    expect(message()).not.toHaveRole('status');
    press('Notify');
    expect(message()).toHaveRole('status');
  });
});
