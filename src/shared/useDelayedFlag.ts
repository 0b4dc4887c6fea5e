import { useEffect, useState } from 'react';

/** Whether the flag has been true for at least `delay` milliseconds. */
export function useDelayedFlag(isActive: boolean, delay: number): boolean {
  const [isDelayed, setDelayed] = useState(false);
  useEffect(() => {
    if (!isActive) return undefined;
    const timer = setTimeout(() => setDelayed(true), delay);
    return () => {
      clearTimeout(timer);
      setDelayed(false);
    };
  }, [isActive, delay]);
  return isDelayed;
}
