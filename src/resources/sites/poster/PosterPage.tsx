import { useEffect, useState } from 'react';
import { useCanAccess, useDataProvider } from 'react-admin';
import { useSearchParams } from 'react-router';
import type { Language } from '../../../../contract/languages';
import { TopToolbar } from '../../../admin';
import type { StaffDataProvider } from '../../../dataProvider/dataProvider';
import { useLanguage } from '../../../i18n/I18nProvider';
import { LANGUAGES } from '../../../i18n/languages';
import { type LanguageTexts, loadTexts } from '../../../i18n/useAllTexts';
import { useStaffT } from '../../../i18n/useStaffT';
import { Button, ButtonLink } from '../../../ui/Button';
import { ListFailure, useList } from '../../../ui/useList';
import { Loading } from '../../../app/lazyComponent';
import { RESOURCES, routes } from '../../../app/routes';
import { SelectField } from '../../../ui/Field';
import { usePageTitle } from '../../../frame/PageHeading';
import { useFeature } from '../../../app/useFeature';
import { Poster } from './Poster';
import styles from './PosterPage.module.css';

/** Shows the poster of the site in the query, in a language of its own, and prints it. */
export function PosterPage() {
  const t = useStaffT();
  const [query] = useSearchParams();
  const sites = useList('listSites');
  const { texts, hasFailed, choose } = usePosterTexts();
  const site = sites.items.find(({ _id }) => _id === query.get('site'));
  usePageTitle(t('poster.title'));
  useReportPrinting(site !== undefined);

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

/** Reports to the setup checklist that the poster was printed, by our button or the browser's own command. */
function useReportPrinting(isShown: boolean): void {
  const provider = useDataProvider<StaffDataProvider>();
  const isOffered = useFeature('setup');
  const { canAccess = false } = useCanAccess({ resource: RESOURCES.setup, action: 'manage' });
  const isWanted = isShown && isOffered && canAccess;

  useEffect(() => {
    if (!isWanted) return undefined;
    const report = () => {
      // If it fails, the step stays open, and the next printing reports it again.
      provider.updateSetup({ poster_printed: true }).catch(() => undefined);
    };
    window.addEventListener('afterprint', report, { once: true });
    return () => window.removeEventListener('afterprint', report);
  }, [isWanted, provider]);
}

/** The texts of a poster, whose language is independent of the page's. */
function usePosterTexts() {
  const t = useStaffT();
  const { language } = useLanguage();
  const [chosen, setChosen] = useState<LanguageTexts | null>(null);
  const [hasFailed, setFailed] = useState(false);

  const choose = async (wanted: Language) => {
    setFailed(false);
    try {
      setChosen(await loadTexts(wanted));
    } catch {
      setFailed(true);
    }
  };

  return { texts: chosen ?? { language, t }, hasFailed, choose };
}
