import { INVISIBLE_CHARACTERS } from '../constants';
import { lineSchema } from './text';

/** Invisible characters, and those that change the text direction: they make two names look the same, or hide one. */
const INVISIBLE = /[\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\ufff9-\ufffb]/u;

const JOINER = /[\u200c\u200d]/g;
/** A letter or mark of a script that uses joiners, such as those of Persian and Hindi. */
const JOINED =
  /^(?=[\p{L}\p{M}])[\p{scx=Arab}\p{scx=Beng}\p{scx=Deva}\p{scx=Gujr}\p{scx=Guru}\p{scx=Khmr}\p{scx=Knda}\p{scx=Mlym}\p{scx=Mong}\p{scx=Mymr}\p{scx=Nkoo}\p{scx=Orya}\p{scx=Sinh}\p{scx=Syrc}\p{scx=Taml}\p{scx=Telu}]$/u;
/** The Malayalam virama followed by U+200D, which ends many Malayalam names, such as മോഹന്‍. */
const CHILLU = '\u0d4d\u200d';
/** Selects the form of a Han or Mongolian letter: names can differ only in it. */
const VARIANT = /(?<=\p{sc=Han})[\u{e0100}-\u{e01ef}]|(?<=\p{sc=Mong})[\u180b-\u180f]/gu;

/** A visible character: not a mark alone, not a blank, not the empty braille pattern. */
const VISIBLE = /[^\p{M}\p{Z}\p{Cf}\u2800]/u;

/** Whether a name reads as it is stored: all its characters are visible, in their order. */
function isReadable(name: string): boolean {
  // Another rule refuses a blank name.
  if (name.trim() === '') return true;
  const withoutShaping = name
    .replace(JOINER, (joiner, index: number) => (isBetweenJoined(name, index) ? '' : joiner))
    .replaceAll(CHILLU, '')
    .replace(VARIANT, '');
  return VISIBLE.test(name) && !INVISIBLE.test(withoutShaping);
}

const isBetweenJoined = (name: string, index: number) =>
  JOINED.test(name.charAt(index - 1)) && JOINED.test(name.charAt(index + 1));

/** Blanks of any kind, such as the no-break space, count as one, and a letter has one form: differences that nobody sees. */
const normalName = (typed: string) => typed.normalize('NFC').replace(/\p{Zs}+/gu, ' ');

/** The name of a person or a site: one line, trimmed, 1 to `max` characters, all of them visible. */
export const nameSchema = (max: number) =>
  lineSchema(max)
    .overwrite(normalName)
    .refine(isReadable, {
      message: 'Contains characters that cannot be seen',
      params: { type: INVISIBLE_CHARACTERS },
    });
