import { version as declared } from '../package.json';

/** The version of the package, shown in `meta` and in the API document. */
export const version: string = declared;
