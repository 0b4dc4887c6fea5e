import { useCallback, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useDraftStore } from '../referralForm/DraftProvider';
import { useServices } from '../shared/services';
import { createEscapeCounter } from './escapePresses';
import { replacePage } from './replacePage';

/**
 * The quick exit of a public page: clears the screen, discards the input, then navigates to another site. Three presses of
 * Escape trigger it too, whatever the first ones close.
 * @returns whether the page is being left, and a function that leaves it
 */
export function useQuickExit(): { hasLeft: boolean; leave: () => void } {
  const { exitUrl } = useServices().settings;
  const draftStore = useDraftStore('public');
  const [hasLeft, setLeft] = useState(false);

  const leave = useCallback(() => {
    // Synchronously, so that the forms unmount, and with them the browser's question about unsent input.
    flushSync(() => setLeft(true));
    draftStore.save(null);
    document.title = '';
    replacePage(exitUrl);
  }, [exitUrl, draftStore]);

  useEffect(() => {
    const isThird = createEscapeCounter();
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // A held-down key is one press. A further press would stop the browser's navigation.
      if (hasLeft) event.preventDefault();
      else if (!event.repeat && isThird(event.timeStamp)) {
        event.preventDefault();
        leave();
      }
    };
    // In the capture phase: open lists and dialogs stop the propagation of Escape.
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [hasLeft, leave]);

  return { hasLeft, leave };
}
