import { useState } from 'react';
import { useRefresh } from 'react-admin';
import type { SiteRecord } from '../../dataProvider/sites';
import { useConflict } from '../../admin/dialog/useConflict';
import { useEditVersion } from '../../admin/dialog/useEditVersion';
import { useSiteChange } from './useSiteChange';

interface Options {
  site: SiteRecord;
  seenFirst: SiteRecord;
  newName: string;
  reread: () => Promise<void>;
  onCancel: () => void;
  onDone: () => void;
}

/** Gives a site another name. What was typed stays after a failure. */
export function useRenameSite({ site, seenFirst, newName, reread, onCancel, onDone }: Options) {
  const refresh = useRefresh();
  const [isFlagged, setFlagged] = useState(false);
  const name = newName.trim();

  const { record, seen, learn, accept } = useEditVersion(site, (each) => each.name, seenFirst);

  const change = useSiteChange<SiteRecord>({
    send: (provider, previousData) =>
      provider.update('sites', { id: site.id, data: { name }, previousData }),
    done: 'sites.renamed',
    failed: 'sites.notRenamed',
    onDone: async () => {
      // Whatever shows the site's name, such as the referrals behind the dialog.
      refresh();
      await reread();
      onDone();
    },
  });

  const conflict = useConflict<SiteRecord>({
    error: change.error,
    read: (provider) => provider.readSite(site),
    learn,
  });

  const send = (version: SiteRecord) => {
    setFlagged(name === '');
    if (name === '') return;
    conflict.begin(version);
    change.start(version);
  };
  const submit = () => {
    if (name === record.name) return onCancel();
    send(seen);
  };

  return {
    submit,
    /** The site, as new as is known. */
    record,
    conflict,
    /** Gives it the new name all the same. */
    saveMine: () => {
      accept();
      send(record);
    },
    isMissing: isFlagged && name === '',
    isBusy: change.isBusy,
    error: change.error,
  };
}
