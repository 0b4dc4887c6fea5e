/** The actions on a referral besides changing its status. */
import { lazyComponent } from '../../../app/lazyComponent';
import { useCanAccess } from 'react-admin';
import { RESOURCES } from '../../../app/routes';
import { useFeature } from '../../../app/useFeature';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { useStaffT } from '../../../i18n/useStaffT';
import { Button } from '../../../ui/Button';
import { DeleteDialog } from './DeleteDialog';
import { PrintButton } from './PrintButton';
import styles from './RecordActions.module.css';

/** Lazy, as a record is opened more often than corrected or given a login. */
const CreateLoginDialog = lazyComponent(
  async () => (await import('../login/CreateLoginDialog')).CreateLoginDialog,
  null,
);
const CorrectDialog = lazyComponent(
  async () => (await import('./correction/CorrectDialog')).CorrectDialog,
  null,
);

/** A dialog over that of the referral. */
export type OpenedDialog = 'login' | 'delete' | 'correction';

const useCan = (action: string) => {
  const { canAccess = false } = useCanAccess({ resource: RESOURCES.referrals, action });
  return canAccess;
};

/** Whether the person may correct what was filed, and the server supports it. */
export function useCanCorrect(): boolean {
  const isOffered = useFeature('corrections');
  return useCan('correct') && isOffered;
}

interface ActionsProps {
  readonly referral: ReferralRecord;
  readonly onOpen: (dialog: OpenedDialog) => void;
}

/** 'Create Login' and 'Delete Referral', which the rows of a phone's list leave out, and 'Print'. */
export function RecordActions({ referral, onOpen }: ActionsProps) {
  const t = useStaffT();
  const canCreateLogin = useCan('createLogin');
  const canDelete = useCan('delete');
  return (
    <>
      {canCreateLogin && !referral.has_account && (
        <Button variant="quiet" aria-haspopup="dialog" onClick={() => onOpen('login')}>
          {t('referrals.createLogin')}
        </Button>
      )}
      <PrintButton referral={referral} />
      {canDelete && (
        <span className={styles.delete}>
          <Button variant="danger" aria-haspopup="dialog" onClick={() => onOpen('delete')}>
            {t('referrals.delete')}
          </Button>
        </span>
      )}
    </>
  );
}

interface DialogProps {
  readonly opened: OpenedDialog;
  readonly referral: ReferralRecord;
  readonly onClose: () => void;
  /** Receives the referral after a correction. */
  readonly onRead: (referral: ReferralRecord) => void;
  readonly onDeleted: () => void;
}

/** The dialog of one of the actions. */
export function RecordActionDialog({ opened, referral, onClose, onRead, onDeleted }: DialogProps) {
  switch (opened) {
    case 'login':
      return <CreateLoginDialog record={referral} onClose={onClose} />;
    case 'delete':
      return <DeleteDialog record={referral} onClose={onClose} onDeleted={onDeleted} />;
    case 'correction':
    default:
      return <CorrectDialog referral={referral} onClose={onClose} onCorrected={onRead} />;
  }
}
