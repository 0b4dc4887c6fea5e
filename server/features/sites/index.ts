/** Sites. What other features may use. */
export { listSites } from './sites';
