import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { ResourceContextProvider } from 'react-admin';
import { expect, it, vi } from 'vitest';
import { renderStaffComponent } from '../../../tests/support/renderStaffComponent';
import { TextInput } from '../../ui/form/Inputs';
import { FormDialog } from './FormDialog';
import { useEditForm } from './useEditForm';

interface Site {
  readonly id: string;
  readonly name: string;
}

const toValues = ({ name }: Site) => ({ name });

function EditSite({ record, onClose }: { record: Site; onClose: () => void }) {
  const editor = useEditForm<Site, { name: string }>({
    record,
    onClose,
    toValues,
    read: async () => record,
    done: 'updateUser.done',
    failed: 'updateUser.failed',
  });
  return (
    <FormDialog
      title="Site"
      submitLabel="Save"
      form={editor.form}
      onSubmit={editor.send}
      mutation={editor.mutation}
      onClose={editor.close}
      hasInput={editor.hasInput}
    >
      <TextInput source="name" label="Name" />
      <p>{`Touched: ${Object.keys(editor.changes).join(', ')}`}</p>
    </FormDialog>
  );
}

/** A page at which `onClose` takes effect later, as the browser's history does. */
function Page({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <ResourceContextProvider value="sites">
      <button onClick={() => setOpen(true)}>Open</button>
      {isOpen && (
        <EditSite
          record={{ id, name: 'Oak High' }}
          onClose={() => setTimeout(() => setOpen(false), 20)}
        />
      )}
      {isOpen && (
        <button data-testid="back" onClick={() => setOpen(false)}>
          Back
        </button>
      )}
    </ResourceContextProvider>
  );
}

async function openPage(id: string, answer?: () => unknown) {
  const { user } = await renderStaffComponent(<Page id={id} />, answer);
  const findClosed = () =>
    waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), { timeout: 5_000 });
  return {
    user,
    findClosed,
    back: async () => {
      screen.getByTestId('back').click();
      await findClosed();
    },
    open: async () => {
      // The closed dialog may still hide the page for a moment.
      await user.click(await screen.findByRole('button', { name: 'Open' }));
      return screen.findByLabelText('Name');
    },
  };
}

it('stores unsaved input when the dialog unmounts, until it is discarded', async () => {
  const { user, open, back, findClosed } = await openPage('s1');
  await user.type(await open(), '!');
  await back();
  expect(await open()).toHaveValue('Oak High!');
  expect(screen.getByText('Touched: name')).toBeVisible();
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Close without saving' }));
  await findClosed();
  expect(await open()).toHaveValue('Oak High');
  expect(screen.getByText('Touched:')).toBeVisible();
});

it('removes the stored input once it is saved', async () => {
  const { user, open, findClosed } = await openPage('s2');
  await user.type(await open(), '!{Enter}');
  await screen.findByText('Successfully updated user');
  await findClosed();
  expect(await open()).toHaveValue('Oak High');
  expect(screen.getByText('Touched:')).toBeVisible();
});

it('stores the input of a request that failed after the dialog was closed', async () => {
  // react-admin logs a failed call during development.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let fail = () => {};
  const answer = new Promise((_resolve, reject) => {
    fail = () => reject(new Error('no answer'));
  });
  answer.catch(() => undefined);
  const { user, open, findClosed } = await openPage('s3', () => answer);
  await user.type(await open(), '!{Enter}');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await findClosed();
  fail();
  expect(await screen.findByText('Could not update user')).toBeVisible();
  expect(await open()).toHaveValue('Oak High!');
});
