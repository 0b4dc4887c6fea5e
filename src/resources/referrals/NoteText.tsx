import { useStaffT } from '../../i18n/useStaffT';
import styles from './NoteText.module.css';

/** A referral's note with its line breaks, or that there is none. */
export function NoteText({ notes }: { notes: string | null }) {
  const t = useStaffT();
  if (!notes) return <p className={styles.none}>{t('noteDialog.none')}</p>;
  return <p className={styles.note}>{notes}</p>;
}
