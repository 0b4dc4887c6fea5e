import { useEffect, useRef, useState } from 'react';
import { useStoreContext } from 'react-admin';
import { useController, useForm, useWatch } from 'react-hook-form';
import { useConflict, useDialogMutation, useEditVersion, useRefetchList } from '../../../admin';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { RESOURCES } from '../../../shared/routes';
import { pickTouched, referrerOf, type StatusValues, toValues } from './statusValues';

/** Input that could not be saved, and the version of the referral that its editor had seen. */
interface UnsavedInput {
  readonly changes: Partial<StatusValues>;
  readonly seen: ReferralRecord;
}

/** Keeps what was entered when the form follows the record. */
const KEEP_INPUT = { keepDirtyValues: true, keepErrors: true, keepSubmitCount: true } as const;

/**
 * The form of a referral's status, notes and referrer (spec section 6). Untouched fields follow what others save meanwhile, so that
 * saving does not undo it. After a success the list is fetched again and the dialog closes (spec section 4, "Form"); after a failure
 * the input stays, in memory even if the dialog was closed during the request.
 */
export function useStatusForm(inList: ReferralRecord, onClose: () => void) {
  const store = useStoreContext();
  const storeKey = `unsaved.${inList.id}`;
  const [unsaved] = useState(() => store.getItem<UnsavedInput>(storeKey));
  /** The fields restored, which count as touched. */
  const [restored, setRestored] = useState(unsaved?.changes ?? {});
  const form = useForm<StatusValues>({
    shouldFocusError: false,
    defaultValues: toValues(inList),
  });
  const { control, formState, reset, setValue } = form;
  const referrer = useController({ control, name: 'referred_by' }).field;
  const { dirtyFields } = formState;
  const entered = useWatch({ control }) as StatusValues;
  const touched = { ...restored, ...dirtyFields };
  const changes = pickTouched(entered, touched);
  const { record, seen, learn, accept } = useEditVersion(
    inList,
    (referral) => JSON.stringify(pickTouched(comparable(referral), touched)),
    unsaved?.seen,
  );

  // The list may be old: editing starts with the current referral.
  useRefetchList(RESOURCES.referrals);
  useEffect(() => reset(toValues(record), KEEP_INPUT), [reset, record]);
  useEffect(() => {
    for (const [field, value] of Object.entries(unsaved?.changes ?? {})) {
      setValue(field as keyof StatusValues, value, { shouldDirty: true });
    }
  }, [unsaved, setValue]);

  const mutation = useDialogMutation<{ data: StatusValues; previousData: ReferralRecord }>({
    send: async (provider, { data, previousData }) => {
      // If the dialog is closed during the request and the request fails, the input is there when it opens again.
      store.setItem<UnsavedInput>(storeKey, { changes, seen });
      await provider.update(RESOURCES.referrals, { id: record.id, data, previousData });
      store.removeItem(storeKey);
    },
    done: 'statusDialog.saved',
    failed: 'statusDialog.failed',
    onDone: onClose,
  });
  const conflict = useConflict<ReferralRecord>({
    error: mutation.error,
    read: (provider) => provider.readReferral(record),
    learn,
  });

  /** Sends values as a change of a version that the person has seen. */
  const sendFor = (base: ReferralRecord) => (values: StatusValues) => {
    conflict.begin(base);
    mutation.start({ data: values, previousData: { ...record, version: base.version } });
  };
  const before = toValues(record);
  const isChanged = (Object.keys(changes) as (keyof StatusValues)[]).some(
    (field) => changes[field] !== before[field],
  );
  const hasInput = isChanged && !mutation.isBusy && !mutation.isDone;

  // The browser's Back button closes the dialog without asking: the input is there when it opens again.
  const unsavedInput = useRef<UnsavedInput>(null);
  const isClosed = useRef(false);
  useEffect(() => {
    unsavedInput.current = hasInput ? { changes, seen } : null;
  });
  useEffect(
    () => () => {
      if (unsavedInput.current && !isClosed.current) store.setItem(storeKey, unsavedInput.current);
    },
    [store, storeKey],
  );

  return {
    form,
    /** The newest version known. */
    record,
    learn,
    referrer,
    /** The touched fields with their values. */
    changes,
    /** Whether closing would lose input. */
    hasInput,
    send: sendFor(seen),
    conflict,
    /** Discards the input for what someone else saved. */
    keepTheirs: () => {
      reset(before);
      setRestored({});
      accept();
      mutation.reset();
    },
    /** Saves the input over it. */
    saveMine: () => {
      accept();
      void form.handleSubmit(sendFor(record))();
    },
    /** A referrer that was assigned need not be sent again. */
    forgetReferrer: (managerId: string) => {
      if (form.getValues('referred_by') !== managerId) return;
      form.resetField('referred_by');
      setRestored((fields) => omit(fields, 'referred_by'));
    },
    close: () => {
      isClosed.current = true;
      if (!mutation.isBusy) store.removeItem(storeKey);
      onClose();
    },
    mutation,
  };
}

/** What the referral has in the form's fields; its referrer by name, as the list has no id. */
const comparable = (referral: ReferralRecord): StatusValues => ({
  ...toValues(referral),
  referred_by: referrerOf(referral),
});

function omit(fields: Partial<StatusValues>, name: keyof StatusValues): Partial<StatusValues> {
  return Object.fromEntries(Object.entries(fields).filter(([field]) => field !== name));
}
