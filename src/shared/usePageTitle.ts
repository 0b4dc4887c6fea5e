import { useEffect } from 'react';
import { useServices } from './services';

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
