/** The keys of the texts. A key that is missing from the English file does not compile. */
import type english from '../../contract/languages/en.json';

type Paths<Node, Prefix extends string = ''> = {
  [Key in keyof Node & string]: Node[Key] extends string
    ? `${Prefix}${Key}`
    : Paths<Node[Key], `${Prefix}${Key}.`>;
}[keyof Node & string];

/** Keys of the texts everyone downloads, such as 'login.title'. */
export type TextKey = Paths<typeof english.everyone>;

/** Those, and the keys of the signed-in app's texts. */
export type StaffTextKey = TextKey | Paths<typeof english.staff>;
