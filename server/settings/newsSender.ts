/**
 * Who sends the emails that there is news. Whoever sees one in a mailbox must not learn from it that somebody was referred to such
 * a provider: neither its name nor its field of work is in it.
 */
import type { Settings } from './settings';

/** Parts of words of both languages by which a name or an address tells of health or of this field of work. */
const TELLING = (
  'addict alcohol behavioral behavioural clinic counsel dependenc detox drug health hospital medic mental methadone narcotic ' +
  'opioid overdose patient psych recover rehab sober substance therap treatment wellness ' +
  'adicc consejer desintox droga metadona paciente psico psiqui recupera salud sobrie sustancia terapia tratamiento'
).split(' ');

/** The provider's name counts from so many letters on. */
const NAME_MIN = 4;

/** The letters of a text, without accents: 'bright-path.org' has those of 'Bright Path'. */
const lettersOf = (text: string) =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Finds what a sender or a host tells of the provider: a part of a word, or its name; undefined if it is neutral. */
export function findTellingWord(text: string, brandName: string): string | undefined {
  const letters = lettersOf(text);
  const name = lettersOf(brandName);
  if (name.length >= NAME_MIN && letters.includes(name)) return brandName;
  return TELLING.find((part) => letters.includes(part));
}

type SenderSettings = Pick<Settings, 'MAIL_FROM' | 'MAIL_FROM_NOTICE' | 'BRAND_NAME'>;

/**
 * Returns the sender of emails about news: `MAIL_FROM_NOTICE` as it is set (the start warns if it reveals something), or else the
 * address of `MAIL_FROM` without its name.
 * @returns null if that address reveals something: no such email is sent then
 */
export function findNewsSender({ MAIL_FROM, MAIL_FROM_NOTICE, BRAND_NAME }: SenderSettings) {
  if (MAIL_FROM_NOTICE) return MAIL_FROM_NOTICE;
  const { address } = MAIL_FROM;
  return findTellingWord(address, BRAND_NAME) === undefined ? { name: '', address } : null;
}

/** Whether emails about news are offered and sent. */
export const offersNews = (settings: SenderSettings): boolean => findNewsSender(settings) !== null;
