import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { describe, expect, it, vi } from 'vitest';
import { renderStaffComponent } from '../../../tests/support/renderStaffComponent';
import { CloseButton, Dialog } from './Dialog';

const QUESTION = 'Close without saving? What you entered here will be lost.';

/** A page with a dialog with one field; closing would discard its input until it is saved. */
function Page() {
  const notify = useNotify();
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [isSaved, setSaved] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Open</button>
      {isOpen && (
        <Dialog
          title="A dialog"
          hasInput={text !== '' && !isSaved}
          onClose={() => setOpen(false)}
          actions={
            <>
              <CloseButton />
              <button onClick={() => setSaved(true)}>Save</button>
            </>
          }
        >
          <input
            aria-label="Field"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <button onClick={() => notify('sending.stillWorking')}>Say</button>
        </Dialog>
      )}
    </>
  );
}

async function openDialog(text = '') {
  const { user } = await renderStaffComponent(<Page />);
  await user.click(screen.getByRole('button', { name: 'Open' }));
  const field = screen.getByLabelText('Field');
  if (text) await user.type(field, text);
  return { user, field };
}

const dialog = () => screen.queryByRole('dialog', { name: 'A dialog' });
const expectClosed = () => waitFor(() => expect(dialog()).toBeNull());
const button = (name: string) => screen.getByRole('button', { name });
const leave = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
/** The backdrop around the dialog. */
const beside = () => document.querySelector('.MuiDialog-container') as HTMLElement;

describe('a dialog without input', () => {
  it('closes on Escape, and restores the focus', async () => {
    const { user } = await openDialog();
    await user.keyboard('{Escape}');
    await expectClosed();
    expect(button('Open')).toHaveFocus();
  });

  it("closes with 'Close', and on a click outside it", async () => {
    const { user } = await openDialog();
    await user.click(button('Close'));
    await expectClosed();
    await user.click(button('Open'));
    await user.click(beside());
    await expectClosed();
  });

  it('lets the person leave the page without a question', async () => {
    await openDialog();
    expect(leave()).toBe(true);
  });
});

describe('a dialog with input', () => {
  it.each(['Escape', 'Close'])(
    "asks before %s closes it, with the focus on 'Keep editing'",
    async (by) => {
      const { user } = await openDialog('Robin');
      if (by === 'Escape') await user.keyboard('{Escape}');
      else await user.click(button('Close'));
      expect(screen.getByRole('alert')).toHaveTextContent(QUESTION);
      expect(button('Keep editing')).toHaveFocus();
      // What goes on comes first, as in every dialog.
      const next = button('Keep editing').nextElementSibling;
      expect(next).toBe(button('Close without saving'));
      expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    },
  );

  it('continues editing on a second Escape, and restores the focus', async () => {
    const { user, field } = await openDialog('Robin');
    await user.keyboard('{Escape}{Escape}');
    expect(dialog()).toBeVisible();
    expect(screen.queryByText(QUESTION)).toBeNull();
    expect(field).toHaveFocus();
    expect(field).toHaveValue('Robin');
  });

  it("continues editing with 'Keep editing', with the focus back on 'Close'", async () => {
    const { user } = await openDialog('Robin');
    await user.click(button('Close'));
    await user.click(button('Keep editing'));
    expect(screen.queryByText(QUESTION)).toBeNull();
    expect(button('Close')).toHaveFocus();
    expect(button('Save')).toBeVisible();
  });

  it("closes with 'Close without saving'", async () => {
    const { user } = await openDialog('Robin');
    await user.keyboard('{Escape}');
    await user.click(button('Close without saving'));
    await expectClosed();
    expect(button('Open')).toHaveFocus();
  });

  it('stays open on a click outside it', async () => {
    const { user } = await openDialog('Robin');
    await user.click(beside());
    expect(dialog()).toBeVisible();
    expect(screen.queryByText(QUESTION)).toBeNull();
  });

  it('makes the browser ask before the person leaves the page', async () => {
    await openDialog('Robin');
    expect(leave()).toBe(false);
  });

  it('stops asking once the input is saved', async () => {
    const { user, field } = await openDialog('Robin');
    await user.keyboard('{Escape}');
    // The pending request succeeds.
    act(() => screen.getByRole('button', { name: 'Save', hidden: true }).click());
    expect(screen.queryByText(QUESTION)).toBeNull();
    await user.type(field, '!');
    expect(screen.queryByText(QUESTION)).toBeNull();
    await user.keyboard('{Escape}');
    await expectClosed();
  });
});

it('a dialog shows notifications while it is open, and the page shows them afterwards', async () => {
  const { user } = await openDialog();
  await user.click(button('Say'));
  const text = 'Still working. Please keep this page open.';
  expect(within(dialog() as HTMLElement).getByText(text)).toBeVisible();
  expect(screen.getAllByText(text)).toHaveLength(1);
  await user.click(button('Close'));
  await expectClosed();
  expect(screen.getByText(text)).toBeVisible();
});

it('a dialog announces that the server is unreachable, as the page is hidden from screen readers', async () => {
  const { user, api } = await renderStaffComponent(<Page />);
  vi.spyOn(api.reconnecting, 'get').mockReturnValue(true);
  await user.click(button('Open'));
  expect(within(dialog() as HTMLElement).getByText('Reconnecting…')).toHaveRole('status');
});
