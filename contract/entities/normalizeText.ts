/**
 * Characters that nobody sees or types: they come with text copied from documents, slides, spreadsheets and web pages. Control
 * characters cannot be stored everywhere. With invisible characters, and those that change the text direction, different texts
 * look like 'Robin', and the digits of a phone number are shown in another order. Every text is stored without them (decisions
 * 50 and 60), but not passwords, ids and tokens.
 */

/** U+FFFC stands for an object that was not copied, U+2800 for a cell of braille without dots. */
const INVISIBLE =
  /(?!\p{Join_Control}|[\u180b-\u180f]|[\u{e0100}-\u{e01ef}])[\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\ufff9-\ufffc\u2800]/gu;
/**
 * Variation selectors that do not follow a Han or Mongolian letter. After one, they choose its form, and can distinguish names.
 */
const STRAY_SELECTORS =
  /(?<!\p{sc=Han})[\u{e0100}-\u{e01ef}]|(?<!(?=\p{L})\p{sc=Mong}[\u180b-\u180f]?)[\u180b-\u180f]/gu;

/** A letter or mark of a script that uses joiners, such as those of Persian and Hindi. */
const JOINED = String.raw`(?=[\p{L}\p{M}])[\p{scx=Arab}\p{scx=Beng}\p{scx=Deva}\p{scx=Gujr}\p{scx=Guru}\p{scx=Khmr}\p{scx=Knda}\p{scx=Mlym}\p{scx=Mong}\p{scx=Mymr}\p{scx=Nkoo}\p{scx=Orya}\p{scx=Sinh}\p{scx=Syrc}\p{scx=Taml}\p{scx=Telu}]`;
/**
 * Captures the joiner to keep: the first of several, between two such characters, or U+200D after the virama of Malayalam,
 * which ends many names, such as മോഹന്‍. Other marks may stand between, because normalization changes their order.
 */
const JOINER_RUNS = String.raw`(?=[\u200c\u200d])(?:(?<=${JOINED}\p{M}*)([\u200c\u200d])[\u200c\u200d]*(?=\p{M}*${JOINED})|(?<=\u0d4d\p{M}*)(\u200d))?[\u200c\u200d]*`;
const JOINERS = new RegExp(JOINER_RUNS, 'gu');

/** Removes what nobody sees, except what distinguishes names: one joiner, and the selectors of Han and Mongolian letters. */
const withoutInvisible = (text: string): string =>
  text.replace(INVISIBLE, '').replace(STRAY_SELECTORS, '').replace(JOINERS, '$1$2');

/** Line breaks of every system, of word processors (U+000B), of pages (U+000C), and of Unicode. */
const LINE_BREAKS = /\r\n|[\n\v\f\r\u0085\p{Zl}\p{Zp}]/gu;
/** Control characters except line break and tab, and lone surrogates: they are invisible, and some databases refuse them. */
const CONTROLS = /[^\P{Cc}\n\t]|\p{Cs}/gu;

/** Returns typed or pasted text as it is stored: line breaks become \n, control and invisible characters are removed. */
export const normalizeText = (typed: string): string =>
  withoutInvisible(typed.replace(LINE_BREAKS, '\n').replace(CONTROLS, ''));

/** Like `normalizeText`, with a blank in place of each line break and tab. */
export const normalizeLine = (typed: string): string =>
  normalizeText(typed).replace(/[\n\t]/g, ' ');
