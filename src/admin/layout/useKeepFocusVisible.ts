import { useEffect } from 'react';

/**
 * Keeps the focused element visible when the page grows above it, as when rows load. Browsers anchor the scroll position to the
 * element at the top of the window, not to the focused one. Does nothing after the person has scrolled away from it.
 *
 * @example
 * function Layout({ children }: { children: ReactNode }) {
 *   useKeepFocusVisible();
 *   return <main>{children}</main>;
 * }
 */
export function useKeepFocusVisible(): void {
  useEffect(() => {
    let wasVisible = false;
    // Notified after the ResizeObserver in each frame: when a new size arrives, `wasVisible` is from before it.
    const visibility = new IntersectionObserver((entries) => {
      wasVisible = entries.at(-1)?.isIntersecting ?? false;
    });
    const follow = ({ target }: FocusEvent) => {
      visibility.disconnect();
      if (!(target instanceof Element)) return;
      // The browser scrolls to an element that gets the focus.
      wasVisible = true;
      visibility.observe(target);
    };
    const size = new ResizeObserver(() => {
      const focused = document.activeElement;
      if (!wasVisible || !focused) return;
      const { top, bottom } = focused.getBoundingClientRect();
      if (bottom <= 0 || top >= window.innerHeight) focused.scrollIntoView({ block: 'nearest' });
    });

    document.addEventListener('focusin', follow);
    size.observe(document.body);
    return () => {
      document.removeEventListener('focusin', follow);
      size.disconnect();
      visibility.disconnect();
    };
  }, []);
}
