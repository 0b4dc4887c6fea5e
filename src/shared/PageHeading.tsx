import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import styles from './PageHeading.module.css';

/**
 * The page's h1. After a navigation within the app it takes the focus, so that a screen reader announces the page, and scrolls
 * the page to the top.
 */
export function PageHeading({
  variant = 'page',
  children,
}: {
  variant?: 'page' | 'hero';
  children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  const [isFirstPage] = useState(key === 'default');

  // When the page mounts: a record that opens over its list changes only the path.
  useEffect(() => {
    if (isFirstPage) return;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [isFirstPage]);

  return (
    <h1 ref={heading} tabIndex={-1} className={styles[variant]}>
      {children}
    </h1>
  );
}
