import { useStore } from 'react-admin';
import { bulkButton, CloseButton, Dialog } from '../admin';
import type { FallbackProps } from '../frame/ErrorPage';
import { useFailure } from '../frame/PageErrors';
import { useStaffT } from '../i18n/useStaffT';
import { Button } from '../ui/Button';
import { BULK_JOB, type BulkJob } from './bulkJob';

/** Shown instead of the actions on selected rows if they fail to load; the selection and the input on the page stay. */
export function BulkActionsError(props: FallbackProps) {
  const t = useStaffT();
  const { text, tryAgain } = useFailure(props);
  return (
    <>
      <p role="alert">{text}</p>
      <button type="button" className={bulkButton} onClick={tryAgain}>
        {t('app.tryAgain')}
      </button>
    </>
  );
}

/** Shown instead of the dialog if it fails to load; closing it keeps the selection for another attempt. */
export function BulkDialogError(props: FallbackProps) {
  const t = useStaffT();
  const { text, tryAgain } = useFailure(props);
  const [, setJob] = useStore<BulkJob | null>(BULK_JOB, null);
  return (
    <Dialog
      title={t('app.errorTitle')}
      width="sm"
      role="alertdialog"
      onClose={() => setJob(null)}
      actions={
        <>
          <Button onClick={tryAgain}>{t('app.tryAgain')}</Button>
          <CloseButton />
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}
