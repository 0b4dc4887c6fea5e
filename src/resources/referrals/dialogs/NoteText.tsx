import { useT } from '../../../i18n/I18nProvider';
import styles from './NoteText.module.css';

/** A referral's note with its line breaks, or that there is none. */
export function NoteText({ notes }: { notes: string | null }) {
  const t = useT();
  if (!notes) return <p className={styles.none}>{t('noteDialog.none')}</p>;
  return <p className={styles.note}>{notes}</p>;
}
