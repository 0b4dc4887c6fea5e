import type SvgIcon from '@mui/material/SvgIcon';
import styles from './Menu.module.css';

interface Props {
  Icon: typeof SvgIcon;
  label: string;
  /** Draws the icon alone; the label stays for a screen reader, and for a mouse that rests on it. */
  isRail: boolean;
}

/** What stands in a line of the staff menu. */
export function LinkContent({ Icon, label, isRail }: Props) {
  return (
    <>
      <span className={styles.icon} title={isRail ? label : undefined}>
        <Icon fontSize="small" />
      </span>
      <span className={isRail ? 'visually-hidden' : styles.label}>{label}</span>
    </>
  );
}
