import { useMemo, useState } from 'react';
import { type ApiError, flaggedFields } from '../../../../api/ApiError';
import { useConflict, useDialogMutation, useEditVersion } from '../../../../admin';
import type { ReferralRecord } from '../../../../dataProvider/referrals';
import { useFeature } from '../../../../app/useFeature';
import { useT } from '../../../../i18n/I18nProvider';
import { explainIssue, type FieldError, missing } from '../../../../referralForm/fieldErrors';
import {
  type ReferralDraft,
  type ReferralField,
  shownFields,
} from '../../../../referralForm/referralDraft';
import { differingFields, toCorrection, toDraft } from './correction';

interface Options {
  /** The referral of the dialog below; may be outdated. */
  readonly referral: ReferralRecord;
  /** Receives the corrected referral. */
  readonly onCorrected: (referral: ReferralRecord) => void;
  readonly onClose: () => void;
}

/** The errors of a submission. */
interface Refusal {
  readonly errors: ReadonlyMap<ReferralField, FieldError>;
  /** A new object for each submission with invalid fields, so that the focus moves to them; null before the first. */
  readonly submission: object | null;
  /** Something other than a field of the form was refused. */
  readonly other: boolean;
}

const INVALID = 422;
const NONE: Refusal = { errors: new Map(), submission: null, other: false };

const withErrors = (
  errors: Iterable<readonly [ReferralField, FieldError]>,
  other = false,
): Refusal => {
  const found = new Map(errors);
  return { errors: found, submission: found.size > 0 ? {} : null, other };
};

/**
 * The form that corrects what was filed, by the rules of the referral form (spec section 5). Fields that the person has not changed
 * follow what others save; if both changed the same field, it is a conflict.
 */
export function useCorrection({ referral: inDialog, onCorrected, onClose }: Options) {
  const t = useT();
  const hasReach = useFeature('reach');
  const [changes, setChanges] = useState<Partial<ReferralDraft>>({});
  const [incomplete, setIncomplete] = useState<Refusal>(NONE);
  const [sent, setSent] = useState<ReferralDraft>();
  /** The fields that were changed since the last submission. */
  const [edited, setEdited] = useState<ReadonlySet<ReferralField>>(new Set());
  const changedFields = Object.keys(changes) as ReferralField[];
  const { record, base, setLatest, rebase } = useEditVersion(inDialog, (version) => {
    const draft = toDraft(version);
    return JSON.stringify(changedFields.map((field) => draft[field]));
  });
  const filed = toDraft(record);
  const draft: ReferralDraft = { ...filed, ...changes };
  const hasChanged = differingFields(filed, draft).length > 0;

  const mutation = useDialogMutation<{ draft: ReferralDraft; basedOn: ReferralRecord }>({
    send: async (provider, { basedOn, draft: corrected }) => {
      await provider.correctReferral(basedOn, toCorrection(corrected, hasReach));
      // The list may not have the referral any more, for example because of its filter.
      const current = await provider.readReferral(basedOn).catch(() => null);
      if (current) onCorrected(current);
    },
    done: 'correction.done',
    failed: 'correction.failed',
    onDone: onClose,
  });
  const conflict = useConflict<ReferralRecord>({
    error: mutation.error,
    read: (provider) => provider.readReferral(record),
    onRead: setLatest,
  });

  const { error } = mutation;
  const refusal = useMemo(
    () => (error && sent ? readRefusal(sent, error) : incomplete),
    [error, sent, incomplete],
  );

  const send = (basedOn: ReferralRecord, values: ReferralDraft) => {
    const absent = (['substance', 'site'] as const).filter((field) =>
      field === 'site' ? !values.site : values.substance.length === 0,
    );
    setIncomplete(withErrors(absent.map((field) => [field, missing(field)] as const)));
    setEdited(new Set());
    if (absent.length > 0) return mutation.reset();
    setSent(values);
    conflict.setBase(basedOn);
    mutation.start({ draft: values, basedOn });
  };

  return {
    form: {
      state: { draft },
      change: (change: Partial<ReferralDraft>) => {
        setChanges({ ...changes, ...change });
        setEdited(new Set([...edited, ...(Object.keys(change) as ReferralField[])]));
      },
      errorOf: (field: ReferralField) => {
        const reason = edited.has(field) ? undefined : refusal.errors.get(field);
        return (
          reason && ('key' in reason ? t(reason.key, { max: reason.max ?? '' }) : reason.reason)
        );
      },
    },
    refusal,
    record,
    /** The touched fields with their values. */
    changes,
    hasChanged,
    mutation,
    conflict,
    submit: () => send(base, draft),
    /** Discards the input in favour of what someone else saved. */
    keepTheirs: () => {
      setChanges({});
      rebase();
      mutation.reset();
    },
    /** Overwrites what someone else saved with the input. */
    saveMine: () => {
      rebase();
      send(record, draft);
    },
  };
}

/** The fields that the server refused. */
function readRefusal(draft: ReferralDraft, error: ApiError): Refusal {
  if (error.status !== INVALID) return NONE;
  const { fields, other } = flaggedFields(error, shownFields(draft));
  const errors = [...fields].map(
    ([field, issue]) => [field, explainIssue(draft, field, issue)] as const,
  );
  return withErrors(errors, other);
}
