/**
 * Invisible characters, and characters that change the text direction: with them, different texts look like 'Robin', and the
 * digits of a phone number are shown in another order. Text copied from web pages and documents contains them. Every line is
 * stored without them (decision 50).
 */

/** U+FFFC stands for an object that was not copied, U+2800 for a cell of braille without dots. */
const INVISIBLE =
  /(?!\p{Join_Control}|[\u180b-\u180f]|[\u{e0100}-\u{e01ef}])[\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\ufff9-\ufffc\u2800]/gu;
const LINE_SEPARATORS = /[\p{Zl}\p{Zp}]/gu;

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

/**
 * Removes invisible characters and those that change the text direction; line and paragraph separators become blanks. Keeps
 * those that distinguish names: one joiner between letters of a script that uses joiners, and the selectors of Han and
 * Mongolian letters.
 */
export const withoutInvisible = (line: string): string =>
  line
    .replace(LINE_SEPARATORS, ' ')
    .replace(INVISIBLE, '')
    .replace(STRAY_SELECTORS, '')
    .replace(JOINERS, '$1$2');
