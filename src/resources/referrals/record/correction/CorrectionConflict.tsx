import type { County } from '../../../../../contract/entities/county';
import { ConflictNotice, type ConflictRow, type useConflict } from '../../../../admin';
import type { ReferralRecord } from '../../../../dataProvider/referrals';
import { useStaffT } from '../../../../i18n/useStaffT';
import type { ReferralDraft, ReferralField } from '../../../../referralForm/referralDraft';
import { useFieldLabel, useFieldText } from '../history/EventValue';
import { useWhoseChange } from '../useWhoseChange';
import { differingFields, toDraft } from './correction';

interface Props {
  readonly conflict: ReturnType<typeof useConflict<ReferralRecord>>;
  /** The current referral. */
  readonly now: ReferralRecord;
  /** The touched fields with their values. */
  readonly entered: Partial<ReferralDraft>;
  readonly counties: readonly County[];
  readonly onKeep: () => void;
  readonly onSave: () => void;
}

/** Shows what someone else corrected in a referral beside the input. */
export function CorrectionConflict({ conflict, now, entered, counties, ...choices }: Props) {
  const t = useStaffT();
  const label = useFieldLabel();
  const text = useFieldText();
  const { state, base, readAgain } = conflict;
  const whose = useWhoseChange(state === 'known' ? base : undefined, now);
  const textIn = (draft: Partial<ReferralDraft>, field: ReferralField) => {
    const { site, mediCal_county } = draft;
    if (field === 'site') return site ? text('site', site.label) : '';
    const county = counties.find(({ id }) => id === mediCal_county);
    if (field === 'mediCal_county' && county) return county.name;
    const value = draft[field] as string | boolean | readonly string[] | null | undefined;
    if (typeof value === 'boolean') return text(field, String(value));
    return value?.length ? text(field, typeof value === 'string' ? value : [...value]) : '';
  };
  const current = toDraft(now);
  const rows = base
    ? differingFields(toDraft(base), current).map((field): ConflictRow => ({
        label: label(field),
        now: textIn(current, field),
        mine: field in entered ? textIn(entered, field) : undefined,
      }))
    : [];
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
