import CollapseIcon from '@mui/icons-material/KeyboardDoubleArrowLeft';
import ExpandIcon from '@mui/icons-material/KeyboardDoubleArrowRight';
import { useStore } from 'react-admin';
import { useStaffT } from '../i18n/useStaffT';
import styles from './Sidebar.module.css';
import { Menu } from './Menu';

/**
 * The menu beside the page (spec section 2, "Sidebar (desktop only)"). It collapses to a rail of icons, which leaves more room for a
 * wide table; the choice lasts for the session.
 */
export function Sidebar() {
  const t = useStaffT();
  const [isRail, setRail] = useStore('sidebar.isRail', false);
  const Icon = isRail ? ExpandIcon : CollapseIcon;
  const label = t(isRail ? 'menu.expand' : 'menu.collapse');

  return (
    <nav aria-label={t('menu.label')} className={isRail ? styles.rail : styles.full}>
      <div className={styles.content}>
        <Menu isRail={isRail} />
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
