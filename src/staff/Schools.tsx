import type { Account, School } from '../../contract/entities/account';
import { useStaffT } from '../i18n/useStaffT';
import tag from './tag.module.css';

/** Schools are spelt by role (spec section 3, "User account"). */
const nameOf = (school: School) => ('name' in school ? school.name : school.site);

/** The sites of an account: 'All' for a super user, the one of a referral, tags for everyone else (spec section 2). */
export function Schools({ account: { role, schools } }: { account: Account }) {
  const t = useStaffT();
  if (role === 'SUPERUSER') return t('accounts.all');
  const names = schools.map(nameOf);
  if (names.length === 0) return <span className={tag.none}>{t('accounts.noSchools')}</span>;
  if (role === 'REFERRAL') return names.join(', ');
  return (
    <ul className={tag.list}>
      {names.map((name) => (
        <li key={name} className={tag.plain}>
          {name}
        </li>
      ))}
    </ul>
  );
}
