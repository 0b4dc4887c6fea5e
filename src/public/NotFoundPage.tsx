import { useT } from '../i18n/I18nProvider';
import { ButtonLink } from '../shared/Button';
import { routes } from '../shared/routes';
import { Panel, PanelEnd } from './Panel';

/** Shown for any unknown path. */
export function NotFoundPage() {
  const t = useT();
  return (
    <Panel title={t('notFound.title')}>
      <p>{t('notFound.text')}</p>
      <PanelEnd>
        <ButtonLink to={routes.home.path}>{t('notFound.home')}</ButtonLink>
      </PanelEnd>
    </Panel>
  );
}
