/** The names of the texts. A name that is not in the English catalogue does not compile. */
import type { messages as everyone } from './en/everyone';
import type { messages as staff } from './en/staff';

type Paths<Node, Prefix extends string = ''> = {
  [Key in keyof Node & string]: Node[Key] extends string
    ? `${Prefix}${Key}`
    : Paths<Node[Key], `${Prefix}${Key}.`>;
}[keyof Node & string];

/** What everyone downloads, such as 'login.title'. */
export type TextKey = Paths<typeof everyone>;

/** What the signed-in app may say besides. */
export type StaffTextKey = TextKey | Paths<typeof staff>;
