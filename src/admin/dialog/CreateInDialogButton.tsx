import { type ComponentType, useState } from 'react';
import { CanAccess } from 'react-admin';
import { Button, type ButtonVariant } from '../../ui/Button';

interface Props {
  readonly resource: string;
  readonly label: string;
  readonly variant?: ButtonVariant;
  readonly dialog: ComponentType<{ onClose: () => void }>;
  /** Called when the dialog has been closed, whether a record was created or not. */
  readonly onClose?: () => void;
}

/**
 * A button that opens a dialog to create a record; renders nothing for a person who may not create one.
 *
 * @example
 * <CreateInDialogButton resource={RESOURCES.accounts} label={t('addUser.title')} dialog={AddUserDialog} />
 */
export function CreateInDialogButton({ resource, label, variant, dialog: Dialog, onClose }: Props) {
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    onClose?.();
  };
  return (
    <CanAccess resource={resource} action="create">
      <Button variant={variant} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && <Dialog onClose={close} />}
    </CanAccess>
  );
}
