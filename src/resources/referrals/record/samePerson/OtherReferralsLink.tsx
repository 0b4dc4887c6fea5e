import { formatNumber } from '../../../../i18n/format';
import { useLanguage } from '../../../../i18n/I18nProvider';
import { useStaffT } from '../../../../i18n/useStaffT';
import { Button } from '../../../../ui/Button';
import { isSamePerson, OTHER_REFERRALS_ID, useSamePerson } from './useSamePerson';

/** Says before a call how many other referrals the person has, and leads to them; nothing if there are none. */
export function OtherReferralsLink({ id }: { id: string }) {
  const t = useStaffT();
  const { language } = useLanguage();
  const { data } = useSamePerson(id);
  const length = data?.items.filter(isSamePerson).length ?? 0;
  if (length === 0) return null;
  const show = () => {
    const title = document.getElementById(OTHER_REFERRALS_ID);
    title?.scrollIntoView({ block: 'center' });
    title?.focus({ preventScroll: true });
  };
  return (
    <span className="screen-only">
      <Button variant="quiet" onClick={show}>
        {t('samePerson.link', { smart_count: length, count: formatNumber(length, language) })}
      </Button>
    </span>
  );
}
