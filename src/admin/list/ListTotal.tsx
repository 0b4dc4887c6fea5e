import { useListContext } from 'react-admin';
import { formatNumber } from '../../i18n/format';
import { useLanguage } from '../../i18n/I18nProvider';
import type { StaffTextKey } from '../../i18n/textKeys';
import { useStaffT } from '../../i18n/useStaffT';
import styles from './List.module.css';
import type { PageMeta } from './usePagedListController';

export interface TotalTexts {
  /** The text for all records; its values are `smart_count` and the formatted `total`. */
  readonly all: StaffTextKey;
  /** The text for the records that match a filter. */
  readonly matching: StaffTextKey;
}

/** How many records the list in context has; nothing where the server did not count them. FilterForm announces what a filter finds. */
export function ListTotal({ texts }: { texts: TotalTexts }) {
  const t = useStaffT();
  const { language } = useLanguage();
  const { data, total = 0, meta } = useListContext();
  const { filter = {}, more, isEstimate } = (meta ?? {}) as Partial<PageMeta>;
  if (!data || isEstimate) return null;
  const text = Object.keys(filter).length > 0 ? texts.matching : texts.all;
  const number = formatNumber(total, language);
  return (
    <TotalText>
      {t(text, { smart_count: total, total: more ? t('list.orMore', { total: number }) : number })}
    </TotalText>
  );
}

/**
 * A number of records beside the heading of their page.
 *
 * @example
 * <TopToolbar title={t('sites.title')} total={<TotalText>{t('sites.total', { total })}</TotalText>} />
 */
export function TotalText({ children }: { children: string }) {
  return <p className={styles.total}>{children}</p>;
}
