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
    let isSeen = false;
    // Notified after the ResizeObserver in each frame: when a new size arrives, this is the visibility before it.
    const sight = new IntersectionObserver((entries) => {
      isSeen = entries.at(-1)?.isIntersecting ?? false;
    });
    const follow = ({ target }: FocusEvent) => {
      sight.disconnect();
      if (!(target instanceof Element)) return;
      // The browser scrolls to an element that gets the focus.
      isSeen = true;
      sight.observe(target);
    };
    const size = new ResizeObserver(() => {
      const focused = document.activeElement;
      if (!isSeen || !focused) return;
      const { top, bottom } = focused.getBoundingClientRect();
      if (bottom <= 0 || top >= window.innerHeight) focused.scrollIntoView({ block: 'nearest' });
    });

    document.addEventListener('focusin', follow);
    size.observe(document.body);
    return () => {
      document.removeEventListener('focusin', follow);
      size.disconnect();
      sight.disconnect();
    };
  }, []);
}
