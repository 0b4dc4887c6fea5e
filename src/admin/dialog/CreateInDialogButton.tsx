import { type ReactNode, useState } from 'react';
import { CanAccess } from 'react-admin';
import { Button } from '../../shared/Button';

interface Props {
  readonly resource: string;
  readonly label: string;
  readonly variant?: 'primary' | 'secondary';
  readonly render: (props: { onClose: () => void }) => ReactNode;
}

/** A button that opens the dialog in which a record is created, for who may create one. */
export function CreateInDialogButton({ resource, label, variant, render }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <CanAccess resource={resource} action="create">
      <Button variant={variant} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && render({ onClose: () => setOpen(false) })}
    </CanAccess>
  );
}
