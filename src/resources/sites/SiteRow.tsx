import { useState } from 'react';
import { PROBATION_SITE_NAME, UNLISTED_SITE_NAME } from '../../../contract/constants';
import type { SiteRecord } from '../../dataProvider/sites';
import { DeleteSite } from './DeleteSite';
import { PosterLink } from './PosterLink';
import { RenameSite } from './RenameSite';
import { SiteActions } from './SiteActions';
import styles from './SiteManager.module.css';
import type { NewNames } from './useNewNames';
import { useRowFocus } from './useRowFocus';

/** These carry rules of the referral form (spec sections 2 and 5), so the server keeps them as they are. */
const PROTECTED: readonly string[] = [PROBATION_SITE_NAME, UNLISTED_SITE_NAME];

interface Props {
  site: SiteRecord;
  newNames: NewNames;
  /** Reads the list afresh. */
  reread: () => Promise<void>;
}

/** One site: its name and what can be done with it, or the field for another name, or the question whether to delete it. */
export function SiteRow({ site, newNames, reread }: Props) {
  const [isAsking, setAsking] = useState(false);
  const { row, focusNext, hasFocus } = useRowFocus();
  const newName = newNames.of(site);

  const giveUpRenaming = () => {
    focusNext('edit');
    newNames.end(site);
  };
  const finishRenaming = () => {
    // Who has gone on to something else meanwhile stays there.
    if (hasFocus()) focusNext('edit');
    newNames.end(site);
  };

  if (newName !== undefined) {
    return (
      <li ref={row} data-row={site.id} className={styles.row}>
        <RenameSite
          site={site}
          seenFirst={newName.seen}
          newName={newName.text}
          onChange={(name) => newNames.change(site, name)}
          reread={reread}
          onCancel={giveUpRenaming}
          onDone={finishRenaming}
        />
      </li>
    );
  }
  if (isAsking) {
    return (
      <li ref={row} data-row={site.id} className={styles.row}>
        <DeleteSite
          site={site}
          onNo={() => {
            focusNext('delete');
            setAsking(false);
          }}
        />
      </li>
    );
  }
  return (
    <li ref={row} data-row={site.id} className={styles.row}>
      <span id={`site-${site.id}`} className={styles.name}>
        {site.name}
      </span>
      <PosterLink site={site} />
      <SiteActions
        site={site}
        isProtected={PROTECTED.includes(site.name)}
        onEdit={() => {
          focusNext('newName');
          newNames.begin(site);
        }}
        onDelete={() => {
          focusNext('no');
          setAsking(true);
        }}
      />
    </li>
  );
}
