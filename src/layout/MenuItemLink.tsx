import type SvgIcon from '@mui/material/SvgIcon';
import { type ComponentProps, useId } from 'react';
import { type ResourceDefinition, useCanAccess } from 'react-admin';
import { NavLink } from 'react-router';
import { type ResourceOptions, useCount, useFeature } from '../admin';
import { formatNumber } from '../i18n/format';
import { useLanguage } from '../i18n/I18nProvider';
import { useStaffT } from '../i18n/useStaffT';
import styles from './Menu.module.css';

interface MenuResourceItemProps {
  readonly resource: ResourceDefinition<ResourceOptions>;
  readonly isRail: boolean;
  readonly onChoose?: () => void;
}

/** The menu item of a resource's page, if the person may open it, with the number of its records. */
export function MenuResourceItem({ resource, ...item }: MenuResourceItemProps) {
  const t = useStaffT();
  const { name, icon, options } = resource;
  const { label, feature, count: counted } = options as ResourceOptions;
  const { canAccess = false } = useCanAccess({ resource: name, action: 'list' });
  const isOffered = useFeature(feature);
  const isShown = canAccess && isOffered;
  const count = useCount(name, { enabled: isShown && counted !== undefined });
  if (!isShown) return null;
  // Usually nothing waits: a zero would only draw attention.
  const isHidden = count === null || (count === 0 && counted?.show === 'whenAny');
  return (
    <MenuItemLink
      {...item}
      to={`/${name}`}
      Icon={icon as ComponentProps<typeof MenuItemContent>['Icon']}
      label={t(label)}
      badge={counted && !isHidden ? { count, text: counted.text } : undefined}
    />
  );
}

interface MenuItemLinkProps extends ComponentProps<typeof MenuItemContent> {
  readonly to: string;
  /** A number, with the text that says what it means. */
  readonly badge?: {
    readonly count: number;
    readonly text: NonNullable<ResourceOptions['count']>['text'];
  };
  readonly onChoose?: () => void;
}

/** A page in the menu; the open one is marked. */
export function MenuItemLink({ to, badge, onChoose, ...content }: MenuItemLinkProps) {
  const t = useStaffT();
  const id = useId();
  const { language } = useLanguage();
  const total = badge && formatNumber(badge.count, language);
  return (
    <li>
      <NavLink
        to={to}
        // As react-admin's menu: the page starts at the top, not where it was left.
        state={{ _scrollToTop: true }}
        className={styles.item}
        aria-describedby={badge && id}
        onClick={onChoose}
      >
        <MenuItemContent {...content} />
        {badge && (
          <span className={styles.badge} aria-hidden="true">
            {total}
          </span>
        )}
      </NavLink>
      {badge && (
        <span id={id} className="visually-hidden">
          {t(badge.text, { smart_count: badge.count, total: total ?? '' })}
        </span>
      )}
    </li>
  );
}

interface MenuItemContentProps {
  readonly Icon: typeof SvgIcon;
  readonly label: string;
  /** Shows the icon only, with the label as a tooltip and for screen readers. */
  readonly isRail: boolean;
}

export function MenuItemContent({ Icon, label, isRail }: MenuItemContentProps) {
  return (
    <>
      <span className={styles.icon} title={isRail ? label : undefined}>
        <Icon fontSize="small" />
      </span>
      <span className={isRail ? 'visually-hidden' : styles.label}>{label}</span>
    </>
  );
}
