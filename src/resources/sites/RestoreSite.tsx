import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useCanAccess, useDataProvider, useRefresh } from 'react-admin';
import type { RestorableSite } from '../../../contract/entities/site';
import { RESOURCES } from '../../app/routes';
import { useFeature } from '../../app/useFeature';
import type { StaffDataProvider } from '../../dataProvider/dataProvider';
import { formatDateTime } from '../../i18n/format';
import { useLanguage } from '../../i18n/I18nProvider';
import { isolate } from '../../i18n/isolate';
import { useStaffT } from '../../i18n/useStaffT';
import { Button } from '../../ui/Button';
import { ProblemMessage } from '../../ui/Message';
import styles from './SiteManager.module.css';
import { SiteMutationError, useSiteMutation } from './useSiteMutation';

const resource = RESOURCES.sites;

interface Props {
  /** The name of deleted sites. */
  readonly name: string;
  /** Called once a site is back in the list. */
  readonly onRestored: () => void;
}

/** Offers to restore the deleted sites with a name, and says who will see their referrals. */
export function RestoreSite({ name, onRestored }: Props) {
  const t = useStaffT();
  const provider = useDataProvider<StaffDataProvider>();
  const { canAccess = false } = useCanAccess({ resource, action: 'restore' });
  const enabled = useFeature('deletedSites') && canAccess;
  const { data, isError, refetch } = useQuery({
    queryKey: [resource, 'listRestorableSites', name],
    queryFn: async ({ signal }) => (await provider.listRestorableSites({ name, signal })).data,
    enabled,
  });
  if (isError && !data) {
    return (
      <ProblemMessage>
        <p>{t('sites.deletedLoadFailed')}</p>
        <div>
          <Button variant="secondary" onClick={() => void refetch()}>
            {t('app.tryAgain')}
          </Button>
        </div>
      </ProblemMessage>
    );
  }
  return data?.map((site) => <DeletedSite key={site._id} site={site} onRestored={onRestored} />);
}

function DeletedSite({ site, onRestored }: { site: RestorableSite } & Pick<Props, 'onRestored'>) {
  const t = useStaffT();
  const id = useId();
  const { language } = useLanguage();
  const refresh = useRefresh();
  const queries = useQueryClient();
  const { start, isBusy, error } = useSiteMutation<string>({
    send: (provider, restored) => provider.restoreSite(restored),
    done: 'sites.broughtBack',
    failed: 'sites.notBroughtBack',
    onDone: async () => {
      refresh();
      // Waits for the sites; joins the request that `refresh` has sent.
      const queryKey = [resource, 'getList'];
      await queries.refetchQueries({ queryKey }, { cancelRefetch: false });
      onRestored();
    },
  });
  const names = site.accounts
    .map(({ fullname, username }) => isolate(`${fullname} (${username})`))
    .join(', ');
  return (
    <div className={styles.question}>
      <p id={`${id}-site`} className={styles.asked}>
        {t('sites.deletedOn', {
          name: site.name,
          date: formatDateTime(site.deletion_date, language),
        })}
      </p>
      <p id={`${id}-seen`} className={styles.hint}>
        {names === ''
          ? t('sites.seenByNobody')
          : t('sites.seenBy', { smart_count: site.accounts.length, names })}
      </p>
      <div className={styles.actions}>
        <Button
          variant="secondary"
          aria-describedby={`${id}-site ${id}-seen`}
          busy={isBusy}
          onClick={() => start(site._id)}
        >
          {t('sites.bringBack')}
        </Button>
      </div>
      <SiteMutationError error={error} />
    </div>
  );
}
