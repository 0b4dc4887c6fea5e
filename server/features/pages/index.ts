/** The web app, rendered as HTML. What other features may use. */
export { composePage, cspHash } from './composePage';
export { readWebBuild } from './pageCache';
export { pageLanguage } from './pageLanguage';
