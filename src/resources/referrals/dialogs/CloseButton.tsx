import { useT } from '../../../i18n/I18nProvider';
import { Button } from '../../../shared/Button';

export function CloseButton({ onClick }: { onClick: () => void }) {
  const t = useT();
  return (
    <Button look="secondary" onClick={onClick}>
      {t('app.close')}
    </Button>
  );
}
