import { INVISIBLE_CHARACTERS } from '../constants';
import { lineSchema } from './text';

/** What shows nothing, or turns the direction of the text around it: with it two names look alike, or one is not to be seen. */
const INVISIBLE = /[\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\ufff9-\ufffb]/u;

const JOINER = /[\u200c\u200d]/g;
/** A letter or mark of a script that is written with joiners, as Persian and Hindi are. */
const JOINED =
  /^(?=[\p{L}\p{M}])[\p{scx=Arab}\p{scx=Beng}\p{scx=Deva}\p{scx=Gujr}\p{scx=Guru}\p{scx=Khmr}\p{scx=Knda}\p{scx=Mlym}\p{scx=Mong}\p{scx=Mymr}\p{scx=Nkoo}\p{scx=Orya}\p{scx=Sinh}\p{scx=Syrc}\p{scx=Taml}\p{scx=Telu}]$/u;
/** The virama of Malayalam: with U+200D behind it, it ends many a name in it, such as മോഹന്‍. */
const CHILLU = '\u0d4d\u200d';
/** Which form of a Han or Mongolian letter is meant: names are told apart by it. */
const VARIANT = /(?<=\p{sc=Han})[\u{e0100}-\u{e01ef}]|(?<=\p{sc=Mong})[\u180b-\u180f]/gu;

/** A character one sees: no mark alone, no blank, not the empty pattern of braille. */
const VISIBLE = /[^\p{M}\p{Z}\p{Cf}\u2800]/u;

/** Whether a name is read as it is written: all of it is seen, in its order. */
function isReadable(name: string): boolean {
  // Which is said in other words.
  if (name.trim() === '') return true;
  const withoutShaping = name
    .replace(JOINER, (joiner, place: number) => (isBetweenJoined(name, place) ? '' : joiner))
    .replaceAll(CHILLU, '')
    .replace(VARIANT, '');
  return VISIBLE.test(name) && !INVISIBLE.test(withoutShaping);
}

const isBetweenJoined = (name: string, place: number) =>
  JOINED.test(name.charAt(place - 1)) && JOINED.test(name.charAt(place + 1));

/** The name of a person or a site: one line, trimmed, 1 to `max` characters, read as it is written. */
export const nameSchema = (max: number) =>
  lineSchema(max).refine(isReadable, {
    message: 'Contains characters that cannot be seen',
    params: { type: INVISIBLE_CHARACTERS },
  });
