/** The keys of the texts. A key that is missing from the English file does not compile. */
import type english from '../../contract/languages/en.json';

type Paths<Node, Prefix extends string = ''> = {
  [Key in keyof Node & string]: Node[Key] extends string
    ? `${Prefix}${Key}`
    : Paths<Node[Key], `${Prefix}${Key}.`>;
}[keyof Node & string];

/** Keys of the texts of public pages, such as 'login.title'. Those of account pages are loaded with the pages. */
export type TextKey = Paths<typeof english.everyone> | Paths<typeof english.account>;

/** Those, and the keys of the signed-in app's texts. */
export type StaffTextKey = TextKey | Paths<typeof english.staff>;
