import {
  createContext,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
  useContext,
  useState,
} from 'react';

type OpenDialogs = readonly [count: number, setCount: Dispatch<SetStateAction<number>>];

const OpenDialogsContext = createContext<OpenDialogs | null>(null);

/**
 * Counts the open dialogs: while one is open, the page is hidden from screen readers, so messages appear in the dialog.
 *
 * @example
 * <OpenDialogsProvider>
 *   <main>
 *     {children}
 *     <Notification />
 *   </main>
 * </OpenDialogsProvider>
 */
export function OpenDialogsProvider({ children }: { children: ReactNode }) {
  return <OpenDialogsContext value={useState(0)}>{children}</OpenDialogsContext>;
}

/** The number of open dialogs and its setter. */
export function useOpenDialogs(): OpenDialogs {
  const dialogs = useContext(OpenDialogsContext);
  if (!dialogs) throw new Error('useOpenDialogs outside OpenDialogsProvider');
  return dialogs;
}

/**
 * Whether a dialog is open over the page.
 *
 * @example
 * const isCovered = useIsDialogOpen();
 * useEffect(() => {
 *   if (!isCovered) restoreFocus();
 * }, [isCovered]);
 */
export function useIsDialogOpen(): boolean {
  const [count] = useOpenDialogs();
  return count > 0;
}
