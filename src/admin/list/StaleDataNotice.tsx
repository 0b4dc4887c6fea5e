import { useT } from '../../i18n/I18nProvider';
import { Button } from '../../shared/Button';
import { ProblemMessage } from '../../shared/Message';

/** Says that the rows below are old, as newer ones could not be loaded (spec section 8: "the result is unchanged"). */
export function StaleDataNotice({ text, onTryAgain }: { text: string; onTryAgain: () => void }) {
  const t = useT();
  return (
    <ProblemMessage>
      <p>{text}</p>
      <div>
        <Button variant="secondary" onClick={onTryAgain}>
          {t('app.tryAgain')}
        </Button>
      </div>
    </ProblemMessage>
  );
}
