import { useRecordContext } from 'react-admin';
import { Link } from 'react-router';
import { can } from '../../contract/permissions';
import { routes } from '../app/routes';
import type { AccountRecord } from '../dataProvider/accounts';
import { useStaffT } from '../i18n/useStaffT';
import { useSiteMarks } from './useSiteMarks';

/**
 * Says that a site of the account in RecordContext is not decided, where its mark says what the account may do; the link leads to
 * the sites.
 */
export function UndecidedSites() {
  const t = useStaffT();
  const account = useRecordContext<AccountRecord>();
  const marks = useSiteMarks();
  if (!account || !marks) return null;
  const { role, schools } = account;
  if (!can(role, 'referral.contact') || can(role, 'referral.actAnywhere')) return null;
  if (!schools.some(({ id }) => marks.get(id)?.mark === null)) return null;
  return (
    <p className="screen-only">
      <Link to={routes.sites.path}>{t('sites.undecidedHint')}</Link>
    </p>
  );
}
