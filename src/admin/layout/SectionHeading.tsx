import type { ReactNode, Ref } from 'react';
import styles from './SectionHeading.module.css';

/**
 * The heading of a section. Focusable, so that screen readers announce it.
 *
 * @example
 * <section>
 *   <SectionHeading>{t('preferences.title')}</SectionHeading>
 *   …
 * </section>
 */
export function SectionHeading({
  ref,
  children,
}: {
  ref?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}) {
  return (
    <h2 ref={ref} tabIndex={-1} className={styles.heading}>
      {children}
    </h2>
  );
}
