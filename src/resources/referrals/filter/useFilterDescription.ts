import { useListContext } from 'react-admin';
import { OWNER_FILTERS } from '../../../../contract/staffConstants';
import type { FilterPart } from '../../../admin';
import { PERIODS, type WorklistFilter } from '../../../dataProvider/worklist';
import { formatDate } from '../../../i18n/format';
import { useLanguage } from '../../../i18n/I18nProvider';
import type { StaffTextKey } from '../../../i18n/textKeys';
import { useStaffT, useValueText } from '../../../i18n/useStaffT';
import { type FilterValues, GUEST } from './filterValues';
import { useOwnerChoices, useSites } from './useFilterChoices';

/** Returns a function that says what the values filter by, in the order of the form. */
export function useFilterDescription(): (values: FilterValues) => readonly FilterPart[] {
  const t = useStaffT();
  const valueText = useValueText();
  const { language } = useLanguage();
  const { site, owner } = useListContext().filterValues as WorklistFilter;
  const { sites } = useSites(site !== undefined);
  const owners = useOwnerChoices(owner !== undefined && !isOwnerWord(owner));
  const nameOf = (id: string, choices: typeof sites, unknown: StaffTextKey) =>
    choices.find((choice) => choice.id === id)?.text ?? t(unknown);

  const periodText = ({ period, from, to }: FilterValues) => {
    if (period !== 'range') {
      return PERIODS.some((each) => each === period)
        ? t(`periods.${period}` as StaffTextKey)
        : period;
    }
    const days = { from: formatDate(from, language), to: formatDate(to, language) };
    if (from === to) return days.from;
    if (from === '') return t('periods.upTo', days);
    return t(to === '' ? 'periods.since' : 'periods.fromTo', days);
  };
  const ownerText = (id: string) =>
    isOwnerWord(id) ? t(OWNER_WORDS[id]) : nameOf(id, owners, 'auditTrail.chosenAccount');

  return (values) => {
    const of = (name: keyof FilterValues, text: (value: string) => string = (value) => value) =>
      values[name].trim() && text(values[name].trim());
    const parts: Record<
      Exclude<keyof FilterValues, 'from' | 'to'>,
      readonly [StaffTextKey, string]
    > = {
      q: ['search.title', of('q')],
      name: ['referralFilters.name', of('name')],
      contact_number: ['referralFilters.contactNumber', of('contact_number')],
      gender: ['referralFilters.gender', of('gender', (sex) => valueText('sexes', sex))],
      referral_status: [
        'referralFilters.status',
        of('referral_status', (status) => valueText('referralStatus', status)),
      ],
      tracking_id: ['referralFilters.trackingId', of('tracking_id')],
      referred_by: [
        'referralFilters.referredBy',
        of('referred_by', (who) => (who === GUEST ? t('referrals.guest') : who)),
      ],
      period: ['periods.title', of('period', () => periodText(values))],
      site: ['referrals.site', of('site', (id) => nameOf(id, sites, 'referralFilters.chosenSite'))],
      substance: [
        'referralFilters.substance',
        of('substance', (name) => valueText('substances', name)),
      ],
      end_reason: ['ending.title', of('end_reason', (reason) => valueText('endReasons', reason))],
      follow_up_by: [
        'followUpSetters.title',
        of('follow_up_by', (setter) => valueText('followUpSetters', setter)),
      ],
      owner: ['owners.title', of('owner', ownerText)],
    };
    return Object.entries(parts).flatMap(([name, [label, value]]) =>
      value === ''
        ? []
        : { names: name === 'period' ? ['period', 'from', 'to'] : [name], label: t(label), value },
    );
  };
}

const OWNER_WORDS = {
  [OWNER_FILTERS.mine]: 'owners.me',
  [OWNER_FILTERS.nobody]: 'owners.nobody',
  [OWNER_FILTERS.left]: 'owners.left',
} as const;

const isOwnerWord = (owner: string): owner is keyof typeof OWNER_WORDS =>
  Object.hasOwn(OWNER_WORDS, owner);
