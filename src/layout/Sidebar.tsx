import CollapseIcon from '@mui/icons-material/KeyboardDoubleArrowLeft';
import ExpandIcon from '@mui/icons-material/KeyboardDoubleArrowRight';
import { useStore } from 'react-admin';
import { useStaffT } from '../i18n/useStaffT';
import styles from './Sidebar.module.css';
import { StaffLinks } from './StaffLinks';

/**
 * The staff menu beside the screen (spec section 2, "Sidebar (desktop only)"). It can be made a rail of icons, for the
 * sake of a wide table; that is remembered until the person leaves, in memory only.
 * @param count how many referrals the person may see
 */
export function Sidebar({ count }: { count: number | null }) {
  const t = useStaffT();
  const [isRail, setRail] = useStore('sidebar.isRail', false);
  const Icon = isRail ? ExpandIcon : CollapseIcon;
  const label = t(isRail ? 'menu.expand' : 'menu.collapse');

  return (
    <nav aria-label={t('menu.label')} className={isRail ? styles.rail : styles.full}>
      <div className={styles.content}>
        <StaffLinks count={count} isRail={isRail} />
        <button
          type="button"
          title={label}
          aria-label={label}
          className={styles.width}
          onClick={() => setRail(!isRail)}
        >
          <Icon fontSize="small" />
        </button>
      </div>
    </nav>
  );
}
