/** The detail of a refusal: the link of an email about news is none, has run out, or its emails were stopped. */
export const NEWS_LINK_IS_OVER = 'This link does not work any more';
