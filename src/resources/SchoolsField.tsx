import { useRecordContext } from 'react-admin';
import { getRoleTraits } from '../../contract/roles';
import { ClampedText, TagList } from '../admin';
import tag from '../admin/field/tag.module.css';
import type { AccountRecord } from '../dataProvider/accounts';
import { isolate } from '../i18n/isolate';
import { useStaffSiteName } from '../i18n/useStaffSiteName';
import { useStaffT } from '../i18n/useStaffT';

/**
 * The sites of the account in RecordContext: 'All' for a super user, the one of a referral, tags for everyone else (spec section
 * 2).
 */
export function SchoolsField() {
  const t = useStaffT();
  const siteName = useStaffSiteName();
  const account = useRecordContext<AccountRecord>();
  if (!account) return null;
  const { role, schools } = account;
  const { sites } = getRoleTraits(role);
  if (sites === 'all') return <span>{t('accounts.all')}</span>;
  if (schools.length === 0) return <span className={tag.none}>{t('accounts.noSchools')}</span>;
  if (sites === 'one')
    return (
      <ClampedText>{schools.map((school) => isolate(siteName(school))).join(', ')}</ClampedText>
    );
  return <TagList names={schools.map(siteName)} />;
}

/** Returns the same as one text, for lines that are cut at their end. */
export function useSchoolsText(): (account: AccountRecord) => string {
  const t = useStaffT();
  const siteName = useStaffSiteName();
  return ({ role, schools }) => {
    if (getRoleTraits(role).sites === 'all') return t('accounts.all');
    if (schools.length === 0) return t('accounts.noSchools');
    return schools.map((school) => isolate(siteName(school))).join(', ');
  };
}
