import { useEffect } from 'react';
import { useRecordContext } from 'react-admin';
import { createSearchParams, Link } from 'react-router';
import { FORM_SITE_NAMES } from '../../../contract/constants';
import { RowButton, RowTitle } from '../../admin';
import rowButton from '../../admin/list/RowButton.module.css';
import { routes } from '../../app/routes';
import type { Elements } from '../../app/elements';
import type { SiteRecord } from '../../dataProvider/sites';
import { useSiteName } from '../../i18n/useSiteName';
import { useStaffT } from '../../i18n/useStaffT';
import { DeleteSite } from './DeleteSite';
import { RenameSite } from './RenameSite';
import styles from './SiteManager.module.css';
import { useSiteManagement } from './siteManagement';
import { useRowFocus } from './useRowFocus';

/** Rules of the referral form depend on these sites (spec sections 2 and 5): the server neither renames nor deletes them. */
export const isProtected = ({ name }: SiteRecord): boolean =>
  FORM_SITE_NAMES.some((each) => each === name);

/** A site as an entry of a list, with its actions. */
export function SiteRow() {
  const site = useRecordContext<SiteRecord>();
  if (!site) return null;
  return (
    <li data-row={site.id} className={styles.row}>
      <SiteNameField />
      <SiteActionsField />
    </li>
  );
}

/** What changes a site in its row: the field for its new name, or the question whether to delete it. */
const useRowChange = (site: SiteRecord | undefined) => {
  const { renames, questions } = useSiteManagement();
  const rename = site && renames.get(site.id);
  return { rename, isAsking: site !== undefined && !rename && questions.has(site.id) };
};

/**
 * The name of the site in RecordContext, or in its place the field for a new one, or the question whether to delete it.
 * @param more below the name
 */
export function SiteNameField({ more }: { more?: Elements }) {
  const site = useRecordContext<SiteRecord>();
  return site ? <SiteName site={site} more={more} /> : null;
}

function SiteName({ site, more }: { site: SiteRecord; more?: Elements }) {
  const siteName = useSiteName();
  const { renames, questions, nextFocus, closeRename } = useSiteManagement();
  const { rename, isAsking } = useRowChange(site);
  const { cell, hasFocus } = useRowFocus(site.id, nextFocus.take);
  const { end } = questions;
  const focusEdit = () => nextFocus.set(site.id, 'edit');
  useEffect(() => () => end(site.id), [end, site.id]);

  if (rename) {
    return (
      <div ref={cell} className={styles.change}>
        <span className="paper-only">{site.name}</span>
        <RenameSite
          site={site}
          rename={rename}
          onChange={(changes) => renames.change(site, changes)}
          onCancel={() => {
            focusEdit();
            closeRename(site);
          }}
          onDone={() => {
            // Does not take the focus from another element.
            if (hasFocus()) focusEdit();
            closeRename(site);
          }}
        />
      </div>
    );
  }
  if (isAsking) {
    const onNo = () => {
      nextFocus.set(site.id, 'delete');
      end(site.id);
    };
    return (
      <div ref={cell} className={styles.change}>
        <DeleteSite site={site} onNo={onNo} />
      </div>
    );
  }
  return (
    <div ref={cell} className={styles.name}>
      <RowTitle>{siteName(site.name)}</RowTitle>
      {more}
    </div>
  );
}

/**
 * The buttons of the site in RecordContext, or why it has none; nothing while it is being changed.
 * @param more after them
 */
export function SiteActionsField({ more }: { more?: Elements }) {
  const site = useRecordContext<SiteRecord>();
  const { can } = useSiteManagement();
  const { rename, isAsking } = useRowChange(site);
  if (!site || rename || isAsking) return null;
  return (
    <div className={styles.actions}>
      {can.makePoster && <PosterLink site={site} />}
      <SiteActions site={site} />
      {more}
    </div>
  );
}

function PosterLink({ site }: { site: SiteRecord }) {
  const t = useStaffT();
  const siteName = useSiteName();
  return (
    <Link
      to={{
        pathname: routes.poster.path,
        search: createSearchParams({ site: site.id }).toString(),
      }}
      aria-label={t('poster.linkOf', { name: siteName(site.name) })}
      className={`${rowButton.button} ${styles.poster} screen-only`}
    >
      {t('poster.title')}
    </Link>
  );
}

function SiteActions({ site }: { site: SiteRecord }) {
  const t = useStaffT();
  const { can, questions, nextFocus, openRename } = useSiteManagement();
  if (isProtected(site)) {
    // Takes the focus that was moved to this row, which has no button.
    return (
      <span data-row-opener tabIndex={-1} className={styles.note}>
        {t('sites.partOfForm')}
      </span>
    );
  }
  const onDelete = () => {
    nextFocus.set(site.id, 'no');
    questions.ask(site.id);
  };
  return (
    <>
      {can.edit && (
        <RowButton data-focus="edit" onClick={() => openRename(site)}>
          {t('sites.edit')}
        </RowButton>
      )}
      {can.delete && (
        <RowButton data-focus="delete" onClick={onDelete}>
          {t('sites.delete')}
        </RowButton>
      )}
    </>
  );
}
