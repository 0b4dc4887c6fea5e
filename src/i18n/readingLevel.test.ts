/**
 * Reading level of the public pages. Their readers are in trouble, on a phone, perhaps reading a second language: a sentence
 * must not need more than sixth grade. English uses the Flesch-Kincaid grade, Spanish Fernández Huerta's index, where 70 to 80
 * is sixth grade.
 */
import { describe, expect, it } from 'vitest';
import englishFile from '../../contract/languages/en.json';
import spanishFile from '../../contract/languages/es.json';

const english = { ...englishFile.everyone, ...englishFile.step2, ...englishFile.account };
const spanish = { ...spanishFile.everyone, ...spanishFile.step2, ...spanishFile.account };

/** Catalogue groups shown to visitors of the form. */
const GROUPS = [
  'header',
  'quickExit',
  'offline',
  'landing',
  'referralForm',
  'help',
  'rights',
  'reachForm',
  'sending',
  'failure',
  'session',
  'guard',
  'notFound',
];
/** Groups of the account pages. Only their English is checked: their Spanish keeps the specification's words, and is harder. */
const ACCOUNT_GROUPS = ['login', 'register', 'forgot', 'reset'];
/** Texts the specification fixes word for word. */
const VERBATIM = new Set(['referralForm.added', 'guestNotice.text']);
/** Shorter texts are labels or headings. */
const SENTENCE_WORDS = 5;

const GRADE = 6.9;
const EASE = 70;

type Node = string | { readonly [key: string]: Node };

function flatten(node: Node, path: string): [string, string][] {
  if (typeof node === 'string') return [[path, node]];
  return Object.entries(node).flatMap(([key, child]) => flatten(child, `${path}.${key}`));
}

const plain = (text: string) => text.replaceAll(/%\{\w+\}|[\d#-]+/g, ' ');
const wordsOf = (text: string) => plain(text).match(/\p{L}+(’\p{L}+)?/gu) ?? [];
const sentencesOf = (text: string) =>
  text.split(/[.!?:;…]+(?:\s|$)/).filter((part) => wordsOf(part).length > 0);

function syllablesEn(word: string): number {
  const bare = word
    .toLowerCase()
    .replace(/^y/, '')
    .replace(/(?:[^laeiouy]es|[^aeiouydt]ed|[^laeiouy]e)$/, '');
  return Math.max(1, bare.match(/[aeiouy]{1,2}/g)?.length ?? 0);
}

/** Two strong vowels, or an accented weak one, are two syllables; any other adjacent vowels are one. */
function syllablesEs(word: string): number {
  const vowels = word.toLowerCase().replaceAll(/qu(?=[eéií])|gu(?=[eéií])/g, 'k');
  const nuclei = vowels.match(/[iuü]?[aeoáéó][iuüy]?(?![aeoáéó])|[iuü]?[aeoáéó]|[íú]|[iuüy]+/g);
  return Math.max(1, nuclei?.length ?? 0);
}

interface Measures {
  /** Mean words per sentence. */
  length: number;
  /** Mean syllables per word. */
  syllables: number;
}

function measure(texts: readonly string[], syllables: (word: string) => number): Measures {
  const words = texts.flatMap(wordsOf);
  const sentences = texts.flatMap(sentencesOf);
  return {
    length: words.length / sentences.length,
    syllables: words.reduce((sum, word) => sum + syllables(word), 0) / words.length,
  };
}

/** The Flesch-Kincaid grade: the US school grade a text needs. */
function gradeEn(texts: readonly string[]): number {
  const { length, syllables } = measure(texts, syllablesEn);
  return 0.39 * length + 11.8 * syllables - 15.59;
}

/** Fernández Huerta's index: from 0 (hard) to 100 (easy). */
function easeEs(texts: readonly string[]): number {
  const { length, syllables } = measure(texts, syllablesEs);
  return 206.84 - 60 * syllables - 1.02 * length;
}

function sentencesIn(catalogue: Record<string, Node>, group: string): string[] {
  return flatten(catalogue[group] ?? '', group)
    .filter(([path]) => !VERBATIM.has(path))
    .map(([, text]) => text)
    .filter((text) => wordsOf(text).length >= SENTENCE_WORDS);
}

describe('the reading formulas', () => {
  it('count syllables', () => {
    const en = ['you', 'site', 'staff', 'never', 'naloxone', 'counseling', 'needed', 'treatment'];
    expect(en.map(syllablesEn)).toEqual([1, 1, 1, 2, 3, 3, 2, 2]);
    const es = [
      'usted',
      'llame',
      'guardia',
      'día',
      'sustancias',
      'remisión',
      'quien',
      'leer',
      'ayuda',
    ];
    expect(es.map(syllablesEs)).toEqual([2, 2, 2, 2, 3, 3, 1, 2, 3]);
  });

  it('rate a bureaucratic sentence as hard in both languages', () => {
    const office =
      'Individuals experiencing difficulties regarding substance utilization may request additional documentation concerning confidentiality from administrative personnel.';
    const oficina =
      'Las personas que experimenten dificultades relacionadas con la utilización de sustancias podrán solicitar documentación adicional referente a la confidencialidad al personal administrativo correspondiente.';
    expect(gradeEn([office])).toBeGreaterThan(15);
    expect(easeEs([oficina])).toBeLessThan(40);
  });
});

describe.each([...GROUPS, ...ACCOUNT_GROUPS])('the texts of %s', (group) => {
  it('include sentences', () => {
    expect(sentencesIn(english, group)).not.toEqual([]);
  });

  it('need at most sixth grade in English', () => {
    expect(gradeEn(sentencesIn(english, group))).toBeLessThanOrEqual(GRADE);
  });
});

describe.each(GROUPS)('the Spanish texts of %s', (group) => {
  it('need at most sixth grade', () => {
    expect(easeEs(sentencesIn(spanish, group))).toBeGreaterThanOrEqual(EASE);
  });
});
