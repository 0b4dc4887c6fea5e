/** The names of the texts. A name that is not in the English file does not compile. */
import type english from '../../contract/languages/en.json';

type Paths<Node, Prefix extends string = ''> = {
  [Key in keyof Node & string]: Node[Key] extends string
    ? `${Prefix}${Key}`
    : Paths<Node[Key], `${Prefix}${Key}.`>;
}[keyof Node & string];

/** What everyone downloads, such as 'login.title'. */
export type TextKey = Paths<typeof english.everyone>;

/** What the signed-in app may say besides. */
export type StaffTextKey = TextKey | Paths<typeof english.staff>;
