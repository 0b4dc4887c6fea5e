import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';

interface OpenDialogs {
  readonly count: number;
  /** Tells that a dialog is open. Answers how to tell that it is no longer. */
  enter(): () => void;
}

const OpenDialogsContext = createContext<OpenDialogs | null>(null);

/** Knows whether a dialog covers the page: what is said then must be said in the dialog, as the page is hidden from a screen reader. */
export function OpenDialogsProvider({ children }: { children: ReactNode }) {
  const [count, setCount] = useState(0);
  const [enter] = useState(() => () => {
    setCount((before) => before + 1);
    return () => setCount((before) => before - 1);
  });
  return <OpenDialogsContext value={{ count, enter }}>{children}</OpenDialogsContext>;
}

function useOpenDialogs(): OpenDialogs {
  const dialogs = useContext(OpenDialogsContext);
  if (!dialogs) throw new Error('useOpenDialogs outside OpenDialogsProvider');
  return dialogs;
}

/** Whether a dialog is open over the page. */
export function useIsDialogOpen(): boolean {
  return useOpenDialogs().count > 0;
}

/** For the dialog itself: it is open as long as it is drawn. */
export function useRegisterDialog(): void {
  const { enter } = useOpenDialogs();
  useEffect(() => enter(), [enter]);
}
