import { useT } from '../i18n/I18nProvider';
import { ButtonLink } from '../shared/Button';
import { PageHeading } from '../shared/PageHeading';
import { routes } from '../shared/routes';
import { usePageTitle } from '../shared/usePageTitle';
import { Panel, PanelEnd } from './Panel';

/** Shown for any unknown path. */
export function NotFoundPage() {
  const t = useT();
  usePageTitle(t('notFound.title'));
  return (
    <Panel>
      <PageHeading>{t('notFound.title')}</PageHeading>
      <p>{t('notFound.text')}</p>
      <PanelEnd>
        <ButtonLink to={routes.home.path}>{t('notFound.home')}</ButtonLink>
      </PanelEnd>
    </Panel>
  );
}
