import { useCanAccess } from 'react-admin';
import { bulkButton } from '../../admin';
import { RESOURCES } from '../../app/routes';
import { useSelectedReferrals, useStartBulk } from '../../bulk/bulkJob';
import { useStaffT } from '../../i18n/useStaffT';

const ACTIONS = ['release', 'delete'] as const;

/** The actions on selected held referrals. */
export function HeldBulkActions() {
  const t = useStaffT();
  const resource = RESOURCES.heldReferrals;
  const records = useSelectedReferrals();
  const start = useStartBulk();
  const release = useCanAccess({ resource, action: 'release' });
  const remove = useCanAccess({ resource, action: 'delete' });
  const isAllowed = { release: release.canAccess, delete: remove.canAccess };
  return ACTIONS.filter((action) => isAllowed[action]).map((action) => (
    <button
      key={action}
      type="button"
      className={bulkButton}
      aria-haspopup="dialog"
      onClick={() => start(resource, { action }, records)}
    >
      {t(`bulk.${action}`)}
    </button>
  ));
}
