import type { ReactElement } from 'react';

/**
 * What a component shows beside something else: elements, or nothing. A text there is in an element of its own, so that a browser
 * that translates the page can replace it (docs/decisions/0056).
 */
export type Elements = ReactElement | '' | boolean | null | undefined | readonly Elements[];
