import { useEffect } from 'react';

/**
 * Keeps in sight what has the focus when the page grows above it, as when rows arrive: whoever moves by keyboard would
 * otherwise have to look for their place. Browsers hold on to what stands at the window's top, not to the focus. Who has
 * scrolled away from it stays where they are.
 */
export function useKeepFocusVisible(): void {
  useEffect(() => {
    let isSeen = false;
    // Told of after sizes in each frame: while the new size is told, this still says what could be seen before.
    const sight = new IntersectionObserver((entries) => {
      isSeen = entries.at(-1)?.isIntersecting ?? false;
    });
    const follow = ({ target }: FocusEvent) => {
      sight.disconnect();
      if (!(target instanceof Element)) return;
      // The browser scrolls to what takes the focus.
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
