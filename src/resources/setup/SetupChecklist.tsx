import { useState } from 'react';
import { lazyComponent } from '../../app/lazyComponent';
import { ErrorBoundary } from '../../frame/ErrorPage';
import type { SetupDialogs } from './SetupStep';
import { isComplete, useSetup } from './useSetup';

/** Lazy, as few installations are new. */
const SetupPanel = lazyComponent(async () => (await import('./SetupPanel')).SetupPanel, null);

/** If its code cannot be downloaded, the list works without it until a reload, when browsers try again. */
const NoPanel = () => null;

/**
 * The setup checklist, for super users of a new installation. When it is completed or dismissed, the person sees that until
 * they leave the page.
 */
export function SetupChecklist({ dialogs }: { dialogs: SetupDialogs }) {
  const setup = useSetup();
  const [wasOpen, setWasOpen] = useState(false);
  if (setup && !wasOpen && !setup.dismissed && !isComplete(setup)) setWasOpen(true);
  if (!setup || !wasOpen) return null;
  return (
    <ErrorBoundary fallback={NoPanel}>
      <SetupPanel setup={setup} dialogs={dialogs} />
    </ErrorBoundary>
  );
}
