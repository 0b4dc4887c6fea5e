import { useT } from '../../../i18n/I18nProvider';
import { Button } from '../../../shared/Button';
import { ProblemMessage, StatusMessage } from '../../../shared/Message';
import { useLasting } from '../../../shared/useLasting';

/** Milliseconds after which waiting needs a word. */
const A_WHILE = 10_000;

interface Props {
  isSaving: boolean;
  isSaved: boolean;
  hasFailed: boolean;
  onTryAgain: () => void;
}

/** How the saving goes, in words (spec section 8). What was typed stays where it is. */
export function SaveOutcome({ isSaving, isSaved, hasFailed, onTryAgain }: Props) {
  const t = useT();
  const isSlow = useLasting(isSaving, A_WHILE);
  return (
    <>
      <StatusMessage look={isSaved ? 'success' : 'note'}>
        {(isSaved && t('statusDialog.saved')) || (isSlow && t('statusDialog.stillSaving'))}
      </StatusMessage>
      {hasFailed && (
        <ProblemMessage>
          <p>{t('statusDialog.failed')}</p>
          <div>
            <Button look="secondary" onClick={onTryAgain}>
              {t('app.tryAgain')}
            </Button>
          </div>
        </ProblemMessage>
      )}
    </>
  );
}
