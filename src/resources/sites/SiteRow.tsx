import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useRecordContext } from 'react-admin';
import { createSearchParams, Link } from 'react-router';
import { FORM_SITE_NAMES } from '../../../contract/constants';
import { RowButton, RowTitle } from '../../admin';
import rowButton from '../../admin/list/RowButton.module.css';
import { routes } from '../../app/routes';
import type { SiteRecord } from '../../dataProvider/sites';
import { useSiteName } from '../../i18n/useSiteName';
import { useStaffT } from '../../i18n/useStaffT';
import { DeleteSite } from './DeleteSite';
import { RenameSite } from './RenameSite';
import styles from './SiteManager.module.css';
import type { SiteManagement } from './useSiteManager';

/** Rules of the referral form depend on these sites (spec sections 2 and 5): the server neither renames nor deletes them. */
export const isProtected = ({ name }: SiteRecord): boolean =>
  FORM_SITE_NAMES.some((each) => each === name);

/** A site with its actions, the field for its new name, or the question whether to delete it. */
export function SiteRow({ management }: { management: SiteManagement }) {
  const site = useRecordContext<SiteRecord>();
  const siteName = useSiteName();
  const [isAsking, setAsking] = useState(false);
  const { row, focusNext, hasFocus } = useRowFocus();
  if (!site) return null;
  const { renames, can, openRename, closeRename } = management;
  const rename = renames.get(site.id);

  const content = () => {
    if (rename) {
      return (
        <>
          <span className="paper-only">{site.name}</span>
          <RenameSite
            site={site}
            rename={rename}
            onChange={(changes) => renames.change(site, changes)}
            onCancel={() => {
              focusNext('edit');
              closeRename(site);
            }}
            onDone={() => {
              // Does not take the focus from another element.
              if (hasFocus()) focusNext('edit');
              closeRename(site);
            }}
          />
        </>
      );
    }
    if (isAsking) {
      const onNo = () => {
        focusNext('delete');
        setAsking(false);
      };
      return <DeleteSite site={site} onNo={onNo} />;
    }
    const onDelete = () => {
      focusNext('no');
      setAsking(true);
    };
    return (
      <>
        <span className={styles.name}>
          <RowTitle>{siteName(site.name)}</RowTitle>
        </span>
        <span className={styles.actions}>
          {can.makePoster && <PosterLink site={site} />}
          <SiteActions site={site} can={can} onEdit={() => openRename(site)} onDelete={onDelete} />
        </span>
      </>
    );
  };
  return (
    <li ref={row} data-row={site.id} className={styles.row}>
      {content()}
    </li>
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

interface ActionsProps {
  readonly site: SiteRecord;
  readonly can: SiteManagement['can'];
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

/** The buttons of a site, or why it has none. */
function SiteActions({ site, can, onEdit, onDelete }: ActionsProps) {
  const t = useStaffT();
  if (isProtected(site)) {
    // Takes the focus that was moved to this row, which has no button.
    return (
      <span data-row-opener tabIndex={-1} className={styles.note}>
        {t('sites.partOfForm')}
      </span>
    );
  }
  return (
    <>
      {can.edit && (
        <RowButton data-focus="edit" onClick={onEdit}>
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

/** The `data-focus` of a button in the row. */
type FocusTarget = 'edit' | 'delete' | 'no';

/**
 * Keeps the focus in a row: moves it to the next button when the row changes, and to a row beside it when the row is unmounted
 * with the focus in it. In a dialog the focus would otherwise move to the dialog as a whole.
 */
function useRowFocus() {
  const row = useRef<HTMLLIElement>(null);
  const next = useRef<FocusTarget>(undefined);

  useEffect(() => {
    if (!next.current) return;
    row.current?.querySelector<HTMLElement>(`[data-focus="${next.current}"]`)?.focus();
    next.current = undefined;
  });

  useLayoutEffect(() => {
    const element = row.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      const beside = element.nextElementSibling ?? element.previousElementSibling;
      beside?.querySelector<HTMLElement>('[data-row-opener], input, button')?.focus();
    };
  }, []);

  return {
    row,
    focusNext: (target: FocusTarget) => {
      next.current = target;
    },
    hasFocus: () => row.current?.contains(document.activeElement) ?? false,
  };
}
