/** English: the texts of the specification, verbatim, spelling included. */
export const messages = {
  app: { title: 'Referral Desk' },
};

export type Catalogue = typeof messages;

type Paths<Node, Prefix extends string = ''> = {
  [Key in keyof Node & string]: Node[Key] extends string
    ? `${Prefix}${Key}`
    : Paths<Node[Key], `${Prefix}${Key}.`>;
}[keyof Node & string];

/** The name of a text, such as 'login.title'. A name that is not in the catalogue does not compile. */
export type TextKey = Paths<Catalogue>;
