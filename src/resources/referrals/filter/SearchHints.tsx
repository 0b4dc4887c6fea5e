/** Hints beside the results of a search, if the server offers 'searchHints'. None while they load or if loading fails. */
import { useQuery } from '@tanstack/react-query';
import { useCanAccess, useDataProvider, useListContext } from 'react-admin';
import { Link } from 'react-router';
import { createMatcher } from '../../../../contract/textMatching';
import { RESOURCES, routes } from '../../../app/routes';
import { useFeature } from '../../../app/useFeature';
import type { StaffDataProvider } from '../../../dataProvider/dataProvider';
import type { WorklistFilter } from '../../../dataProvider/worklist';
import { useStaffT } from '../../../i18n/useStaffT';
import { Button } from '../../../ui/Button';
import styles from './SearchHints.module.css';

const resource = RESOURCES.referrals;
const SCREEN = { resource: RESOURCES.heldReferrals, action: 'list' };

/** Says beside the chip of the search how many of the held referrals it finds, with a link to their list, to those who may see it. */
export function HeldMatches() {
  const t = useStaffT();
  const provider = useDataProvider<StaffDataProvider>();
  const { q = '' } = useListContext().filterValues as WorklistFilter;
  const isOffered = useFeature('searchHints');
  const { canAccess = false } = useCanAccess(SCREEN);
  const isAsked = isOffered && canAccess && q !== '';
  const { data: count = 0 } = useQuery({
    queryKey: [resource, 'countHeldMatches', q],
    // If the session has ended, react-admin resolves without a result.
    queryFn: async ({ signal }) =>
      (await provider.countHeldMatches(q, { signal }))?.data.count ?? 0,
    enabled: isAsked,
  });
  return (
    <p role="status" className={isAsked ? styles.asked : styles.held}>
      {q !== '' && count > 0 && (
        <>
          <span>{`${t('search.heldMatches', { smart_count: count })} `}</span>
          <Link to={routes.heldReferrals.path}>{t('held.look')}</Link>
        </>
      )}
    </p>
  );
}

/**
 * Similar names for a search that found nobody, as buttons that search for them without the other filters. Names that the search
 * finds are left out: another filter or a tab hides them.
 */
export function SimilarNames() {
  const t = useStaffT();
  const provider = useDataProvider<StaffDataProvider>();
  const { filterValues, setFilters, isFetching } = useListContext();
  const { q = '' } = filterValues as WorklistFilter;
  const isOffered = useFeature('searchHints');
  const { data: similar = [] } = useQuery({
    queryKey: [resource, 'listSimilarNames', q],
    queryFn: async ({ signal }) => (await provider.listSimilarNames(q, { signal }))?.data ?? [],
    // While it fetches, the empty list is that of the search before.
    enabled: isOffered && q !== '' && !isFetching,
  });
  const isFound = createMatcher(q);
  const names = similar
    .map(({ _id, first_name, last_name }) => ({ _id, name: `${first_name} ${last_name}` }))
    .filter(({ name }) => !isFound(name));
  return (
    <div role="status" className={names.length > 0 ? styles.similar : undefined}>
      {names.length > 0 && (
        <>
          <p className={styles.question}>{t('search.didYouMean')}</p>
          <ul className={styles.names}>
            {names.map(({ _id, name }) => (
              <li key={_id}>
                <Button variant="secondary" onClick={() => setFilters({ q: name })}>
                  <bdi>{name}</bdi>
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
