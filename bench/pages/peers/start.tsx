import type { ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';

/** Takes over what stands there already, or draws it; nothing where the page is made as HTML. */
export function start(page: ReactNode): void {
  const root = globalThis.document?.getElementById('root');
  if (root?.hasChildNodes()) hydrateRoot(root, page);
  else if (root) createRoot(root).render(page);
}
