import { useId } from 'react';
import type { HeldReferralRecord } from '../../dataProvider/heldReferrals';
import { useStaffT } from '../../i18n/useStaffT';
import row from '../../admin/list/RowButton.module.css';
import styles from './HeldReferralList.module.css';
import type { OpenDialog } from './suspectedDialogs';
import { useRelease, useTellReleased } from './useRelease';

interface Props {
  referral: HeldReferralRecord;
  onOpen: OpenDialog;
}

/** The id of the element that names the row's person: a screen reader adds it to the names of the row's buttons. */
export const nameId = ({ id }: HeldReferralRecord) => `suspected-${id}`;

/** What can be done with one: look, release, delete. */
export function SuspectedButtons({ referral, onOpen }: Props) {
  const t = useStaffT();
  const id = useId();
  const { release, isBusy } = useRelease(referral, useTellReleased());
  const look = (button: string) => ({
    id: `${id}-${button}`,
    type: 'button' as const,
    className: row.button,
    'aria-labelledby': `${id}-${button} ${nameId(referral)}`,
  });
  return (
    <div className={styles.buttons}>
      <button
        {...look('details')}
        aria-haspopup="dialog"
        onClick={() => onOpen('details', referral)}
      >
        {t('suspected.details')}
      </button>
      <button
        {...look('release')}
        aria-disabled={isBusy || undefined}
        aria-busy={isBusy || undefined}
        onClick={release}
      >
        {t('suspected.release')}
      </button>
      <button {...look('delete')} aria-haspopup="dialog" onClick={() => onOpen('delete', referral)}>
        {t('suspected.delete')}
      </button>
    </div>
  );
}
