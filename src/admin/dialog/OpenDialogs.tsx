import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';

interface OpenDialogs {
  readonly count: number;
  /** Registers an open dialog. Returns a function that unregisters it. */
  enter(): () => void;
}

const OpenDialogsContext = createContext<OpenDialogs | null>(null);

/** Counts the open dialogs: while one is open, the page is hidden from screen readers, so messages appear in the dialog. */
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

/** Registers the calling dialog while it is mounted. */
export function useRegisterDialog(): void {
  const { enter } = useOpenDialogs();
  useEffect(() => enter(), [enter]);
}
