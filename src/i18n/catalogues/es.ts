import type { Catalogue } from './en';

/** Spanish: every text of the English catalogue; the type sees to it. */
export const messages: Catalogue = {
  app: { title: 'Referral Desk' },
};
