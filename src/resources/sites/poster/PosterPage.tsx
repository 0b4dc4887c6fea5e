import { useSearchParams } from 'react-router';
import { LANGUAGES } from '../../../i18n/languages';
import { useStaffT } from '../../../i18n/useStaffT';
import { Button, ButtonLink } from '../../../shared/Button';
import { ListFailure, useList } from '../../../shared/useList';
import { Loading } from '../../../shared/lazyComponent';
import { routes } from '../../../shared/routes';
import { SelectField } from '../../../shared/Field';
import { usePageTitle } from '../../../shared/PageHeading';
import { TopToolbar } from '../../../admin';
import { Poster } from './Poster';
import styles from './PosterPage.module.css';
import { usePosterTexts } from './usePosterTexts';

/** Shows the poster of the site in the query, in a language of its own, and prints it. */
export function PosterPage() {
  const t = useStaffT();
  const [query] = useSearchParams();
  const sites = useList('listSites');
  const { texts, hasFailed, choose } = usePosterTexts();
  const site = sites.items.find(({ _id }) => _id === query.get('site'));
  usePageTitle(t('poster.title'));

  return (
    <>
      <TopToolbar title={t('poster.title')}>
        <ButtonLink to={routes.sites.path} variant="secondary">
          {t('poster.back')}
        </ButtonLink>
        {site && <Button onClick={() => window.print()}>{t('poster.print')}</Button>}
      </TopToolbar>
      {sites.status === 'loading' && <Loading />}
      {sites.status === 'failed' && (
        <ListFailure text={t('sites.loadFailed')} control="language" onRetry={sites.reload} />
      )}
      {sites.status === 'ready' && !site && <p role="status">{t('sites.gone')}</p>}
      {site && (
        <>
          <div className={styles.choice}>
            <SelectField
              label={t('poster.language')}
              name="language"
              value={texts.language}
              onChange={(event) => void choose(event.currentTarget.value)}
              error={hasFailed ? t('header.languageFailed') : undefined}
            >
              {Object.entries(LANGUAGES).map(([code, name]) => (
                <option key={code} value={code} lang={code}>
                  {name}
                </option>
              ))}
            </SelectField>
          </div>
          <Poster site={site} texts={texts} />
        </>
      )}
    </>
  );
}
