import { useValueText } from '../../../i18n/useStaffT';

/** Returns a function that says in which fields referrals agree, such as 'same name, same birth date', each once. */
export function useSameText(): (same: readonly string[]) => string {
  const valueText = useValueText();
  return (same) =>
    [...new Set(same)].map((field) => valueText('duplicates.same', field)).join(', ');
}
