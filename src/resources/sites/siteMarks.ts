/** The marks of sites, as they are chosen. */
import { SITE_MARKS, type SiteMark } from '../../../contract/staffConstants';
import { useStaffT } from '../../i18n/useStaffT';

/** A mark as it is chosen: a site that is not decided has none. */
export const UNDECIDED = 'undecided';
const CHOICES = [UNDECIDED, ...SITE_MARKS] as const;
export type MarkChoice = (typeof CHOICES)[number];

export const toMark = (choice: MarkChoice): SiteMark | null =>
  choice === UNDECIDED ? null : choice;

/** The choices of a mark, with their texts. */
export function useMarkChoices() {
  const t = useStaffT();
  return CHOICES.map((id) => ({ id, name: t(`sites.marks.${id}`) }));
}
