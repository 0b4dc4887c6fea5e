import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { HistoryEvent } from '../../../../contract/entities/history';
import { RESOURCES } from '../../../app/routes';
import { useSession } from '../../../app/services';
import { useFeature } from '../../../app/useFeature';
import type { StaffDataProvider } from '../../../dataProvider/dataProvider';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { isOwnAccount } from '../../ownAccount';

/**
 * Whether the changes since a version are the reader's own, in another tab: by the history, where each version is the events of
 * one moment. Someone else's on a server without a history, or if it cannot be read.
 */
export function useWhoseChange(
  base: ReferralRecord | undefined,
  now: ReferralRecord,
): 'own' | 'other' | 'unknown' {
  const provider = useDataProvider<StaffDataProvider>();
  const { user } = useSession();
  const isOffered = useFeature('history');
  const { id, version = 0 } = now;
  const enabled = isOffered && base !== undefined;
  const { data, isPending } = useQuery({
    queryKey: [RESOURCES.referrals, 'conflict', { id, version }],
    queryFn: async ({ signal }) => (await provider.getHistory({ id }, { signal }))?.data ?? null,
    enabled,
    retry: false,
  });
  if (!enabled) return 'other';
  if (isPending) return 'unknown';
  const since = changesSince(data?.events ?? [], version - (base.version ?? 0));
  return since.length > 0 && since.every(({ actor }) => isOwnAccount(user, actor))
    ? 'own'
    : 'other';
}

/** The kinds of events that leave the version as it is. */
const WITHOUT_VERSION: readonly string[] = ['received', 'note', 'loginCreated', 'deleted'];

/** The events of the newest versions. */
function changesSince(events: readonly HistoryEvent[], versions: number): HistoryEvent[] {
  const changes = events.filter(({ kind }) => !WITHOUT_VERSION.includes(kind));
  const moments = new Set([...new Set(changes.map(({ at }) => at))].slice(0, versions));
  return changes.filter(({ at }) => moments.has(at));
}
