import { useEffect } from 'react';
import { useServices } from './services';

/**
 * Names the page in the browser's tab. Only ever a page's own name: no person's name or data may get into the history.
 * @param title the page's name; without it, only the brand is shown
 */
export function usePageTitle(title?: string): void {
  const { settings } = useServices();
  useEffect(() => {
    document.title = title ? `${title} – ${settings.brandName}` : settings.brandName;
  }, [title, settings.brandName]);
}
