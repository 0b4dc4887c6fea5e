/** The keys of the texts. A key that is missing from the English file does not compile. */
import type english from '../../contract/languages/en.json';

type Paths<Node, Prefix extends string = ''> = {
  [Key in keyof Node & string]: Node[Key] extends string
    ? `${Prefix}${Key}`
    : Paths<Node[Key], `${Prefix}${Key}.`>;
}[keyof Node & string];

/** Keys of the texts that every page has loaded, such as 'notice.until'. */
export type TextKey = Paths<typeof english.everyone>;

/** `TextKey`, and the keys of step 2 of the form, such as 'rights.law', which are part of its code. */
export type Step2TextKey = TextKey | Paths<typeof english.step2>;

/** `TextKey`, and the keys of the account pages' texts, such as 'register.title', which are loaded with these pages. */
export type AccountTextKey = TextKey | Paths<typeof english.account>;

/** `AccountTextKey`, and the keys of the signed-in app's texts. */
export type StaffTextKey = AccountTextKey | Paths<typeof english.staff>;
