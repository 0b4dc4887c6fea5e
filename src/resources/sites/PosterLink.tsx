import { Link } from 'react-router';
import type { SiteRecord } from '../../dataProvider/sites';
import { useStaffT } from '../../i18n/useStaffT';
import { useCan } from '../../shared/useCan';
import rowButton from '../../admin/list/RowButton.module.css';
import { posterPath } from './poster/posterAddress';
import styles from './SiteManager.module.css';

/** The way to a site's poster, for who may make one. */
export function PosterLink({ site }: { site: SiteRecord }) {
  const t = useStaffT();
  if (!useCan('screen.poster')) return null;
  return (
    <Link
      to={posterPath(site.id)}
      aria-label={t('poster.linkOf', { name: site.name })}
      className={`${rowButton.button} ${styles.poster}`}
    >
      {t('poster.title')}
    </Link>
  );
}
