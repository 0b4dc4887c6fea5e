import type { ReactNode, Ref } from 'react';
import styles from './SectionHeading.module.css';

/** The heading of one of the page's panels; it can be given the focus, so that it is read out. */
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
