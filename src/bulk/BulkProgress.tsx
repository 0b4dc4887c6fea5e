import { formatNumber } from '../i18n/format';
import { useLanguage } from '../i18n/I18nProvider';
import { useStaffT } from '../i18n/useStaffT';
import { StatusMessage } from '../ui/Message';
import { useSlowText } from '../ui/useSlowText';
import styles from './bulk.module.css';

interface Props {
  readonly done: number;
  readonly total: number;
  readonly isStopping: boolean;
}

/** The number of referrals for which there is a response. */
export function BulkProgress({ done, total, isStopping }: Props) {
  const t = useStaffT();
  const { language } = useLanguage();
  const slowText = useSlowText(true);
  const text = t('bulk.progress', {
    done: formatNumber(done, language),
    total: formatNumber(total, language),
  });
  return (
    <div className={styles.parts}>
      <div className={styles.progress}>
        <progress max={total} value={done} aria-label={text} />
        <p role="status">{text}</p>
      </div>
      <StatusMessage variant="note">{isStopping ? t('bulk.stopping') : slowText}</StatusMessage>
    </div>
  );
}
