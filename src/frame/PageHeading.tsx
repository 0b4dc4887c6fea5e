import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import styles from './PageHeading.module.css';
import { findRoute } from '../app/routes';
import { useServices } from '../app/services';

/**
 * The page's h1. After a navigation within the app it takes the focus, so that a screen reader announces the page, and scrolls
 * the page to the top. Opening and closing a record of the page, which changes the address too, leaves both alone.
 */
export function PageHeading({
  variant = 'page',
  children,
}: {
  variant?: 'page' | 'hero';
  children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key, pathname } = useLocation();
  const page = findRoute(pathname)?.path ?? pathname;
  const announced = useRef(key === 'default' ? page : undefined);

  useEffect(() => {
    if (announced.current === page) return;
    announced.current = page;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [page]);

  return (
    <h1 ref={heading} tabIndex={-1} className={styles[variant]}>
      {children}
    </h1>
  );
}

/**
 * Sets the document title. Pass only a page's own name: personal data must not get into the browser's history.
 * @param title the page's name; without it, only the brand
 */
export function usePageTitle(title?: string): void {
  const { settings } = useServices();
  useEffect(() => {
    document.title = title ? `${title} – ${settings.brandName}` : settings.brandName;
  }, [title, settings.brandName]);
}
