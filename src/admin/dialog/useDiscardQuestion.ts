import { useEffect, useRef, useState } from 'react';
import { useLeaveWarning } from '../../shared/useLeaveWarning';

/**
 * Whether to ask before a dialog throws away what was entered. Asking for it once more, by Escape, means to go on editing.
 * @param hasInput whether there is anything to lose
 */
export function useDiscardQuestion(hasInput: boolean, onClose: () => void) {
  const [isAsking, setAsking] = useState(false);
  const wasAt = useRef<Element | null>(null);
  useLeaveWarning(hasInput);
  // Nothing is left to ask about, as it has been saved meanwhile.
  if (isAsking && !hasInput) setAsking(false);

  useEffect(() => {
    // What is hidden while asking can take the focus again only now.
    if (!isAsking && wasAt.current instanceof HTMLElement) wasAt.current.focus();
  }, [isAsking]);

  const keep = () => setAsking(false);
  const request = () => {
    if (!hasInput) return onClose();
    if (isAsking) return keep();
    wasAt.current = document.activeElement;
    setAsking(true);
  };

  return { isAsking, request, keep };
}
