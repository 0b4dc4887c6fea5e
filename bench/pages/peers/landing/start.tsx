import type { ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';

/** Takes over what stands there already, or draws it. */
export function start(page: ReactNode): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root');
  if (root.hasChildNodes()) hydrateRoot(root, page);
  else createRoot(root).render(page);
}
