import ArrowDropDownIcon from '@mui/icons-material/ArrowDropDown';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useId, useState } from 'react';
import { bulkButton } from '../../../admin';
import styles from './ActionMenu.module.css';

export interface MenuChoice {
  readonly id: string;
  readonly name: string;
  /** What else there is to know, at the end of the line. */
  readonly detail?: string | undefined;
}

interface Props {
  readonly label: string;
  readonly choices: readonly MenuChoice[];
  readonly onChoose: (choice: MenuChoice) => void;
  /** Shown while there are no choices. */
  readonly placeholder?: string;
  readonly onOpen?: () => void;
}

/** A button of the toolbar that opens a menu of actions on the selected rows. */
export function ActionMenu({ label, choices, onChoose, placeholder, onOpen }: Props) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  return (
    <>
      <button
        id={id}
        type="button"
        className={bulkButton}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => {
          onOpen?.();
          setAnchor(currentTarget);
        }}
      >
        <span>{label}</span>
        <ArrowDropDownIcon fontSize="small" />
      </button>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'top', horizontal: 'left' }}
        transformOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        transitionDuration={0}
        slotProps={{ list: { 'aria-labelledby': id } }}
      >
        {choices.map((choice) => (
          <MenuItem
            key={choice.id}
            onClick={() => {
              close();
              onChoose(choice);
            }}
          >
            <bdi>{choice.name}</bdi>
            {choice.detail && <span className={styles.detail}>{choice.detail}</span>}
          </MenuItem>
        ))}
        {choices.length === 0 && placeholder && (
          <MenuItem disabled>
            <span>{placeholder}</span>
          </MenuItem>
        )}
      </Menu>
    </>
  );
}
