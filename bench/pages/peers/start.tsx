import type { ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';

/** Hydrates a prerendered page, or renders it. Does nothing during prerendering. */
export function start(page: ReactNode): void {
  const root = globalThis.document?.getElementById('root');
  if (root?.hasChildNodes()) hydrateRoot(root, page);
  else if (root) createRoot(root).render(page);
}
