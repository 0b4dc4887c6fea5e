import { type ComponentType, useState } from 'react';
import { CanAccess } from 'react-admin';
import { Button, type ButtonVariant } from '../../shared/Button';

interface Props {
  readonly resource: string;
  readonly label: string;
  readonly variant?: ButtonVariant;
  readonly dialog: ComponentType<{ onClose: () => void }>;
}

/** A button that opens the dialog in which a record is created, for who may create one. */
export function CreateInDialogButton({ resource, label, variant, dialog: Dialog }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <CanAccess resource={resource} action="create">
      <Button variant={variant} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && <Dialog onClose={() => setOpen(false)} />}
    </CanAccess>
  );
}
