import type { Role } from '../../contract/constants';
import { useStaffT } from '../i18n/useStaffT';
import styles from './RoleBadge.module.css';

/** Indigo for a manager, the warning colour for a referral, pink otherwise (spec section 2, "Profile page"). */
const LOOKS = new Map<Role, string | undefined>([
  ['MANAGER', styles.indigo],
  ['REFERRAL', styles.warning],
]);

/** The role's name, in lower case and not translated, as specified. */
export function RoleBadge({ role }: { role: Role }) {
  const t = useStaffT();
  return (
    <span className={LOOKS.get(role) ?? styles.pink}>
      <span className="visually-hidden">{t('profile.role')}: </span>
      {role.toLowerCase()}
    </span>
  );
}
