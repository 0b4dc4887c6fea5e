import { useAccountT } from '../i18n/useAccountT';
import { ButtonLink } from '../ui/Button';
import { routes } from '../app/routes';
import { Panel, PanelEnd } from './Panel';

/** Shown for any unknown path. */
export function NotFoundPage() {
  const t = useAccountT();
  return (
    <Panel title={t('notFound.title')}>
      <p>{t('notFound.text')}</p>
      <PanelEnd>
        <ButtonLink to={routes.home.path}>{t('notFound.home')}</ButtonLink>
      </PanelEnd>
    </Panel>
  );
}
