import { useCallback, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useDraftKeeper } from '../referralForm/KeptDraft';
import { useServices } from '../shared/services';
import { countEscapes } from './escapePresses';
import { replacePage } from './replacePage';

/**
 * Leaves a public page in a hurry: nothing is drawn any more and nothing typed is kept, then the browser goes elsewhere. Three
 * presses of Escape do it too, whatever closes by the first ones.
 * @returns whether the page is being left, and what leaves it
 */
export function useQuickExit(): { hasLeft: boolean; leave: () => void } {
  const { exitUrl } = useServices().settings;
  const keeper = useDraftKeeper('public');
  const [hasLeft, setLeft] = useState(false);

  const leave = useCallback(() => {
    // In time: the forms go, and with them the question whether to leave unsent input.
    flushSync(() => setLeft(true));
    keeper.keep(null);
    document.title = '';
    replacePage(exitUrl);
  }, [exitUrl, keeper]);

  useEffect(() => {
    const isThird = countEscapes();
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // One that is held down is one press; and one too many would stop the browser on its way.
      if (hasLeft) event.preventDefault();
      else if (!event.repeat && isThird(event.timeStamp)) {
        event.preventDefault();
        leave();
      }
    };
    // Before open lists and dialogs, which keep theirs to themselves.
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [hasLeft, leave]);

  return { hasLeft, leave };
}
