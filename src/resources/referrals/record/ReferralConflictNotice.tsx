import { useGetList } from 'react-admin';
import type { County } from '../../../../contract/entities/county';
import { ConflictNotice, type ConflictRow, type useConflict } from '../../../admin';
import { RESOURCES } from '../../../app/routes';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import type { ReferralField } from '../../../referralForm/referralDraft';
import { useStaffT, useValueText } from '../../../i18n/useStaffT';
import { labelAccounts } from '../../accountLabels';
import { useOwners } from '../../useOwners';
import { differingFields, toDraft } from './correction/correction';
import { useFieldLabel, useFieldText } from './history/EventValue';
import { useManagers } from './ReferrerInput';
import type { RecordValues } from './saveRecord';
import { useWhoseChange } from './useWhoseChange';

interface Props {
  conflict: ReturnType<typeof useConflict<ReferralRecord>>;
  /** The current referral. */
  now: ReferralRecord;
  /** The touched fields with their values. */
  entered?: Partial<RecordValues>;
  onKeep?: () => void;
  onSave?: () => void;
}

/** Shows all that changed in a referral meanwhile beside the input, and whether someone else did; nothing without a conflict. */
export function ReferralConflictNotice({ conflict, now, entered = {}, ...choices }: Props) {
  const { state, base, readAgain } = conflict;
  const t = useStaffT();
  const whose = useWhoseChange(state === 'known' ? base : undefined, now);
  const rows = [...useSetRows(base, now, entered), ...useFiledRows(base, now)];
  if (!state) return null;
  return (
    <ConflictNotice
      state={whose === 'unknown' && state === 'known' ? 'reading' : state}
      isOwn={whose === 'own'}
      rows={rows}
      gone={t('referrals.gone')}
      onReadAgain={readAgain}
      {...choices}
    />
  );
}

/** The rows of what is set in the status dialog. */
function useSetRows(
  base: ReferralRecord | undefined,
  now: ReferralRecord,
  entered: Partial<RecordValues>,
): ConflictRow[] {
  const t = useStaffT();
  const valueText = useValueText();
  const statusText = (status: string) => valueText('referralStatus', status);
  const reasonText = (reason: string | null = '') =>
    reason ? valueText('endReasons', reason) : t('ending.none');
  // Those that the inputs have loaded.
  const { data: managers = [] } = useManagers(false);
  const { owners } = useOwners(false);
  if (!base) return [];
  const managerLabels = labelAccounts(managers);
  const ownerLabels = labelAccounts(owners);
  const referrerText = ({ user_info }: ReferralRecord) =>
    managerLabels.get(user_info?.id ?? '') ?? user_info?.fullname;
  const ownerText = (id = '', fullname = '') =>
    (ownerLabels.get(id) ?? fullname) || t('owner.nobody');
  const rows: (ConflictRow | false)[] = [
    base.status !== now.status && {
      label: t('statusDialog.status'),
      now: statusText(now.status),
      mine: entered.status && statusText(entered.status),
    },
    (base.end_reason ?? '') !== (now.end_reason ?? '') && {
      label: t('ending.title'),
      now: reasonText(now.end_reason),
      mine: entered.end_reason && reasonText(entered.end_reason),
    },
    (base.end_note ?? '') !== (now.end_note ?? '') && {
      label: t('ending.note'),
      now: now.end_note ?? '',
      mine: entered.end_note,
    },
    (base.notes ?? '') !== (now.notes ?? '') && {
      label: t('statusDialog.intakeNote'),
      now: now.notes ?? '',
      mine: entered.notes ?? undefined,
    },
    referrerOf(base) !== referrerOf(now) && {
      label: t('referrer.title'),
      now: referrerText(now) || t('referrals.guest'),
      mine: entered.referred_by ? managerLabels.get(entered.referred_by) : undefined,
    },
    base.owner?.id !== now.owner?.id && {
      label: t('owner.title'),
      now: ownerText(now.owner?.id, now.owner?.fullname),
      mine: entered.owner === undefined ? undefined : ownerText(entered.owner),
    },
  ];
  return rows.filter((row) => row !== false);
}

/** The rows of what was filed and has been corrected since. */
function useFiledRows(base: ReferralRecord | undefined, now: ReferralRecord): ConflictRow[] {
  const label = useFieldLabel();
  const text = useFieldText();
  // Those that the details of the referral have loaded.
  const { data: counties = [] } = useGetList<County>(RESOURCES.counties, {}, { enabled: false });
  if (!base) return [];
  const draft = toDraft(now);
  const valueOf = (field: ReferralField) => {
    if (field === 'site') return now.site.label;
    const value = draft[field] as string | string[];
    const county = field === 'mediCal_county' && counties.find(({ id }) => id === value);
    return county ? county.name : value;
  };
  return differingFields(toDraft(base), draft).map((field) => ({
    label: label(field),
    now: text(field, valueOf(field)),
  }));
}

/** What tells the referrer from another: the id, or the name where the server sends no id; empty for a guest. */
export const referrerOf = ({ user_info }: Pick<ReferralRecord, 'user_info'>) =>
  user_info?.id ?? user_info?.fullname ?? '';
