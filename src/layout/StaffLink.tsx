import { type ComponentProps, useId } from 'react';
import { NavLink } from 'react-router';
import { useLanguage } from '../i18n/I18nProvider';
import type { StaffTextKey } from '../i18n/textKeys';
import { useStaffT } from '../i18n/useStaffT';
import { LinkContent } from './LinkContent';
import styles from './StaffLinks.module.css';

interface Props extends ComponentProps<typeof LinkContent> {
  to: string;
  /** How many referrals there are behind it, shown as a badge; null shows none. */
  count: number | null;
  /** Says what the number means. */
  countText: StaffTextKey;
  onChoose?: () => void;
}

/** A page in the staff menu. The one that is open is marked as such. */
export function StaffLink({ to, count, countText, onChoose, ...content }: Props) {
  const t = useStaffT();
  const id = useId();
  const { language } = useLanguage();
  // The product's counties are California's: Spanish there groups digits as English does.
  const total = count?.toLocaleString(`${language}-US`);

  return (
    <li>
      <NavLink
        to={to}
        end
        className={styles.item}
        aria-describedby={total && id}
        onClick={onChoose}
      >
        <LinkContent {...content} />
        {total && (
          <span className={styles.badge} aria-hidden="true">
            {total}
          </span>
        )}
      </NavLink>
      {count !== null && total && (
        <span id={id} className="visually-hidden">
          {t(countText, { smart_count: count, total })}
        </span>
      )}
    </li>
  );
}
