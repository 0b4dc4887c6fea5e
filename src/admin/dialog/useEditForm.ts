import { useEffect, useRef, useState } from 'react';
import { type RaRecord, useResourceContext, useStoreContext } from 'react-admin';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  useForm,
  useWatch,
} from 'react-hook-form';
import type { StaffDataProvider } from '../../dataProvider/dataProvider';
import { useRefetchList } from './afterPaint';
import { useConflict } from './ConflictNotice';
import { type OutcomeTexts, useDialogMutation } from './useDialogMutation';
import { useEditVersion, type Versioned } from './useEditVersion';

interface Options<R extends RaRecord & Versioned, Values extends FieldValues> extends OutcomeTexts {
  /** The record as the list in context has it, or last had it; may be outdated. */
  readonly record: R;
  readonly onClose: () => void;
  /** The form's values for a record. */
  readonly toValues: (record: R) => Values;
  /** Like `toValues`, but only to compare two versions of a record, for a value that the record represents differently. */
  readonly toComparable?: (record: R) => Values;
  /** Normalizes what was entered before it is sent. */
  readonly parse?: (entered: Values) => Values;
  /** Values as text, to compare them. */
  readonly toKey?: (values: Partial<Values>) => string;
  /** Reads the record again; null if it no longer exists. */
  readonly read: (provider: StaffDataProvider, record: R) => Promise<R | null>;
  /** Sends a change; by default by `update`. */
  readonly save?: (provider: StaffDataProvider, change: EditChange<R, Values>) => Promise<unknown>;
}

/** What is sent: all values, those of the touched fields, and the record in the version that the change is based on. */
export interface EditChange<R, Values> {
  readonly data: Values;
  readonly changes: Partial<Values>;
  readonly previousData: R;
}

/** Input that was not saved, and the version of the record that it is based on. */
interface UnsavedInput<R, Values> {
  readonly changes: Partial<Values>;
  readonly base: R;
}

/** Options of `reset` that keep the input when the record changes. */
const KEEP_INPUT = {
  keepDirtyValues: true,
  keepErrors: true,
  keepIsSubmitted: true,
  keepSubmitCount: true,
} as const;

/**
 * The form of an EditDialog. A field that the person has not changed shows the newest saved value, so that saving does not undo
 * another person's change; if both changed the same field, it is a conflict. After a success the list is fetched again and the
 * dialog closes (spec section 4, "Form"). Input stays in memory if the browser's Back closes the dialog, or if the request
 * fails after the dialog was closed.
 *
 * @example
 * const editor = useEditForm<AccountRecord, AccountChange>({
 *   record,
 *   onClose,
 *   toValues,
 *   read: (provider, account) => provider.readAccount(account),
 *   done: 'updateUser.done',
 *   failed: 'updateUser.failed',
 * });
 * return (
 *   <FormDialog
 *     title={t('updateUser.title')}
 *     submitLabel={t('updateUser.submit')}
 *     form={editor.form}
 *     onSubmit={editor.send}
 *     mutation={editor.mutation}
 *     onClose={editor.close}
 *     hasInput={editor.hasInput}
 *   >…</FormDialog>
 * );
 */
export function useEditForm<R extends RaRecord & Versioned, Values extends FieldValues>({
  record: inList,
  onClose,
  toValues,
  toComparable = toValues,
  parse = (entered) => entered,
  toKey = JSON.stringify,
  read,
  save,
  done,
  failed,
}: Options<R, Values>) {
  const resource = useResourceContext() ?? '';
  const store = useStoreContext();
  const storeKey = `${resource}.unsaved.${inList.id}`;
  const [unsaved] = useState(() => store.getItem<UnsavedInput<R, Values>>(storeKey));
  /** The fields with restored input; they count as touched. */
  const [restored, setRestored] = useState<object>(unsaved?.changes ?? {});
  const form = useForm<Values>({
    shouldFocusError: false,
    defaultValues: toValues(inList) as DefaultValues<Values>,
  });
  const { control, formState, reset, setValue } = form;
  const touched = { ...restored, ...formState.dirtyFields };
  // Typed as partial, but the form begins with all values.
  const changes = pickTouched(useWatch({ control }) as Values, touched);
  const { record, base, setLatest, rebase } = useEditVersion(
    inList,
    (version) => toKey(pickTouched(toComparable(version), touched)),
    unsaved?.base,
  );

  // The list may be old: editing begins with the current record.
  useRefetchList(resource);
  useEffect(() => reset(toValues(record), KEEP_INPUT), [reset, record, toValues]);
  useEffect(() => {
    for (const [field, value] of Object.entries(unsaved?.changes ?? {})) {
      setValue(field as Path<Values>, value, { shouldDirty: true });
    }
  }, [unsaved, setValue]);

  const isClosed = useRef(false);
  const mutation = useDialogMutation<EditChange<R, Values>>({
    send: async (provider, change) => {
      store.setItem<UnsavedInput<R, Values>>(storeKey, { changes, base });
      const { data, previousData } = change;
      if (save) await save(provider, change);
      else await provider.update<RaRecord>(resource, { id: record.id, data, previousData });
      store.removeItem(storeKey);
    },
    done,
    failed,
    onDone: () => {
      isClosed.current = true;
      onClose();
    },
  });
  const conflict = useConflict<R>({
    error: mutation.error,
    read: (provider) => read(provider, record),
    onRead: setLatest,
  });

  /** Returns a submit handler that sends the values as a change of the version `basedOn`. */
  const sendFor = (basedOn: R) => (entered: Values) => {
    conflict.setBase(basedOn);
    const data = parse(entered);
    const previousData = { ...record, version: basedOn.version };
    mutation.start({ data, changes: pickTouched(data, touched), previousData });
  };
  const isChanged = toKey(changes) !== toKey(pickTouched(toValues(record), touched));
  const hasInput = isChanged && !mutation.isBusy && !mutation.isDone;

  const unsavedInput = useRef<UnsavedInput<R, Values>>(null);
  useEffect(() => {
    unsavedInput.current = hasInput ? { changes, base } : null;
  });
  useEffect(
    () => () => {
      if (unsavedInput.current && !isClosed.current) store.setItem(storeKey, unsavedInput.current);
    },
    [store, storeKey],
  );

  const discard = () => {
    isClosed.current = true;
    if (!mutation.isBusy) store.removeItem(storeKey);
  };

  return {
    form,
    /** The newest version known. */
    record,
    /** Sets a newer version of the record. */
    setLatest,
    /** The touched fields with their values. */
    changes,
    /** Whether closing would lose input. */
    hasInput,
    mutation,
    conflict,
    send: sendFor(base),
    /** Discards the input in favour of what someone else saved. */
    keepTheirs: () => {
      reset(toValues(record));
      setRestored({});
      rebase();
      mutation.reset();
    },
    /** Overwrites what someone else saved with the input. */
    saveMine: () => {
      rebase();
      void form.handleSubmit(sendFor(record))();
    },
    /** Makes a field untouched. */
    forget: (field: Path<Values>) => {
      form.resetField(field);
      setRestored((all) =>
        Object.fromEntries(Object.entries(all).filter(([name]) => name !== field)),
      );
    },
    /** Discards the input when the dialog is left for another record. */
    discard,
    close: () => {
      discard();
      onClose();
    },
  };
}

/** The values of the touched fields, in the order of `touched`. */
function pickTouched<Values extends FieldValues>(values: Values, touched: object): Partial<Values> {
  const fields = Object.keys(touched).filter((field) => field in values);
  return Object.fromEntries(fields.map((field) => [field, values[field]])) as Partial<Values>;
}
