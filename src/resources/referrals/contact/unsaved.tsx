/** Attempts whose saving has not ended, or has failed: they are in memory, with or without the dialog that saves them. */
import { useMutationState, useQueryClient } from '@tanstack/react-query';
import { useRecordContext } from 'react-admin';
import type { ContactOutcome } from '../../../../contract/contact';
import { RESOURCES } from '../../../app/routes';
import { useStaffT } from '../../../i18n/useStaffT';
import { useLeaveWarning } from '../../../ui/useLeaveWarning';
import styles from './unsaved.module.css';

const ATTEMPTS = [RESOURCES.referrals, 'addContactAttempt'];

/** Under which the saving of the attempts of a referral is found. */
export const attemptKey = (id: string): readonly string[] => [...ATTEMPTS, id];

/** The latest saving of an attempt of a referral. */
export function useLastSaving(id: string) {
  const savings = useMutationState({
    filters: { mutationKey: attemptKey(id) },
    select: ({ state: { status, error, variables } }) => ({
      status,
      error,
      outcome: variables as ContactOutcome,
    }),
  });
  return savings.at(-1);
}

/** Returns a function that forgets attempts of a referral that were not saved. */
export function useForgetSavings(id: string): () => void {
  const cache = useQueryClient().getMutationCache();
  return () => {
    for (const saving of cache.findAll({ mutationKey: attemptKey(id) })) cache.remove(saving);
  };
}

/** 'Not saved yet' of the referral in RecordContext, while an attempt is sent again and again, and that it was not saved. */
export function useUnsavedText(): string {
  const t = useStaffT();
  const last = useLastSaving(String(useRecordContext()?.id ?? ''));
  if (last?.status === 'pending') return t('contact.rowPending');
  return last?.status === 'error' ? t('contact.rowFailed') : '';
}

/** That text, where a row tells of the attempts. */
export function Unsaved() {
  const text = useUnsavedText();
  return text && <strong className={styles.unsaved}>{text}</strong>;
}

/** Makes the browser ask before the page is closed while an attempt is being saved, or was not saved: it would be lost. */
export function UnsavedGuard() {
  const savings = useMutationState({
    filters: { mutationKey: ATTEMPTS },
    select: ({ options, state }) => [String(options.mutationKey?.at(-1)), state.status] as const,
  });
  const latest = [...new Map(savings).values()];
  useLeaveWarning(latest.some((status) => status === 'pending' || status === 'error'));
  return null;
}
