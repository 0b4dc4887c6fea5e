import { useEffect, useEffectEvent } from 'react';

/**
 * Prints the page as soon as the component is rendered: a sheet that is there only for that.
 *
 * @param onPrinted called once the browser's dialog is closed
 * @example
 * usePrintNow(() => setPrinting(false));
 */
export function usePrintNow(onPrinted: () => void): void {
  const done = useEffectEvent(onPrinted);
  useEffect(() => {
    const onAfterPrint = () => done();
    window.addEventListener('afterprint', onAfterPrint);
    window.print();
    return () => window.removeEventListener('afterprint', onAfterPrint);
  }, []);
}
