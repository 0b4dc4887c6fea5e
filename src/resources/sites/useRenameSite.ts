import { useState } from 'react';
import { useRefresh } from 'react-admin';
import type { SiteRecord } from '../../dataProvider/sites';
import { useSiteChange } from './useSiteChange';

interface Options {
  site: SiteRecord;
  newName: string;
  reread: () => Promise<void>;
  onCancel: () => void;
  onDone: () => void;
}

/** Gives a site another name. What was typed stays after a failure. */
export function useRenameSite({ site, newName, reread, onCancel, onDone }: Options) {
  const refresh = useRefresh();
  const [isFlagged, setFlagged] = useState(false);
  const name = newName.trim();

  const change = useSiteChange<string>({
    send: (provider, wanted) =>
      provider.update('sites', { id: site.id, data: { name: wanted }, previousData: site }),
    done: 'sites.renamed',
    failed: 'sites.notRenamed',
    onDone: async () => {
      // Whatever shows the site's name, such as the referrals behind the dialog.
      refresh();
      await reread();
      onDone();
    },
  });

  const submit = () => {
    if (name === site.name) return onCancel();
    setFlagged(name === '');
    if (name !== '') change.start(name);
  };

  return {
    submit,
    isMissing: isFlagged && name === '',
    isBusy: change.isBusy,
    error: change.error,
  };
}
