import { useEffect, useState } from 'react';
import { useStore, useStoreContext } from 'react-admin';
import type { DuplicateRecord } from '../../../dataProvider/duplicates';
import { formatDateTime } from '../../../i18n/format';
import { useLanguage } from '../../../i18n/I18nProvider';
import { useStaffT } from '../../../i18n/useStaffT';
import { Button } from '../../../ui/Button';
import { StatusMessage } from '../../../ui/Message';
import { nameOf } from '../referralFields';
import { ADDED_REFERRAL_KEY } from './addedReferral';
import { lazyComponent } from '../../../app/lazyComponent';
import styles from './DuplicateNotice.module.css';
import { useComparison, useDuplicates, useSameText } from './useDuplicates';

/** Lazy, as few people are referred twice. */
const CompareDialog = lazyComponent(
  async () => (await import('./CompareDialog')).CompareDialog,
  null,
);

interface Props {
  /** The referral's id. */
  readonly id: string;
  /** Whether the referral has just been added: then the notice names its person, and can be closed. */
  readonly onClose?: () => void;
}

/** Says that a referral may be of the same person as others, and compares them on request. */
export function DuplicateNotice({ id, onClose }: Props) {
  const t = useStaffT();
  const [isComparing, setComparing] = useState(false);
  const hasDuplicates = useDuplicates([id])?.some((hint) => hint._id === id) ?? false;
  const { data } = useComparison(id, { enabled: hasDuplicates });
  const duplicates = hasDuplicates ? (data?.duplicates ?? []) : [];
  return (
    <div className={styles.region}>
      <StatusMessage variant="note">
        {data && duplicates.length > 0 && (
          <div className={styles.notice}>
            <div className={styles.lines}>
              {onClose && <p>{t('duplicates.added', { name: nameOf(data.referral) })}</p>}
              {duplicates.map((duplicate) => (
                <DuplicateLine key={duplicate.id} duplicate={duplicate} />
              ))}
            </div>
            <div className={styles.actions}>
              <Button variant="secondary" aria-haspopup="dialog" onClick={() => setComparing(true)}>
                {t('duplicates.compare')}
              </Button>
              {onClose && (
                <Button
                  variant="quiet"
                  onClick={({ currentTarget }) => {
                    // The button disappears: the focus moves to the main element.
                    currentTarget.closest<HTMLElement>('[tabindex="-1"]')?.focus();
                    onClose();
                  }}
                >
                  {t('messages.close')}
                </Button>
              )}
            </div>
          </div>
        )}
      </StatusMessage>
      {isComparing && <CompareDialog id={id} onClose={() => setComparing(false)} />}
    </div>
  );
}

/** One possible duplicate in a sentence. */
function DuplicateLine({ duplicate }: { duplicate: DuplicateRecord }) {
  const t = useStaffT();
  const { language } = useLanguage();
  const sameText = useSameText();
  const values = {
    name: nameOf(duplicate),
    date: formatDateTime(duplicate.entry_date, language),
    same: sameText(duplicate.same),
  };
  return <p>{t('duplicates.notice', values)}</p>;
}

/** A DuplicateNotice for the referral that was last added on this page; disappears with the page. */
export function AddedDuplicateNotice() {
  const store = useStoreContext();
  const [added, setAdded] = useStore<string | null>(ADDED_REFERRAL_KEY, null);
  useEffect(() => () => store.removeItem(ADDED_REFERRAL_KEY), [store]);
  return added && <DuplicateNotice key={added} id={added} onClose={() => setAdded(null)} />;
}
