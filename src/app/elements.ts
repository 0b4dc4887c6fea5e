import type { ReactElement } from 'react';

/**
 * Children that may have siblings: elements or nothing, but no text. A text needs an element of its own, so that a browser that
 * translates the page can replace it (docs/decisions/0056).
 */
export type Elements = ReactElement | '' | boolean | null | undefined | readonly Elements[];
