import { useEffect, useRef, useState } from 'react';
import { useLeaveWarning } from '../../shared/useLeaveWarning';

/**
 * Asks before a dialog discards input. Another request to close, such as Escape, means to continue editing.
 * @param hasInput whether closing would lose input
 */
export function useDiscardQuestion(hasInput: boolean, onClose: () => void) {
  const [isAsking, setAsking] = useState(false);
  const wasAt = useRef<Element | null>(null);
  useLeaveWarning(hasInput);
  // The input has been saved since.
  if (isAsking && !hasInput) setAsking(false);

  useEffect(() => {
    // The element was hidden during the question and can take the focus only now.
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
