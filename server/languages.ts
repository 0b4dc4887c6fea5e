/** The available languages (contract/languages), the texts of emails in each, and the language a request asks for. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import {
  completePart,
  type Language,
  type LanguageFile,
  SOURCE_LANGUAGE,
} from '../contract/languages';
import type { Sentence } from '../contract/disclosure';

/** Beside the built server, or in the sources. */
const folder = [
  join(import.meta.dirname, 'languages'),
  join(import.meta.dirname, '../contract/languages'),
].find(existsSync);
if (!folder) throw new Error('The language files are missing: build the server again.');

const files = new Map<Language, LanguageFile>(
  readdirSync(folder)
    .toSorted(
      (a, b) => Number(b === `${SOURCE_LANGUAGE}.json`) - Number(a === `${SOURCE_LANGUAGE}.json`),
    )
    .map((name) => [
      name.replace(/\.json$/, ''),
      JSON.parse(readFileSync(join(folder, name), 'utf8')) as LanguageFile,
    ]),
);

/** All languages, the source language first. */
export const LANGUAGES: readonly Language[] = [...files.keys()];

/** The text of one email in one language. It contains no health information and no names. */
export interface EmailText {
  /** Neutral: lock screens show it. */
  readonly subject: string;
  readonly before: readonly string[];
  /** What the email's link is for; the link itself follows it. */
  readonly link: string;
  readonly after: readonly string[];
  /** The label of the link that stops these emails; absent if the email has none. */
  readonly stop?: string;
}

const emailTexts = new Map(
  [...files].map(([language, file]) => [language, completePart(file, 'letters', getSource())]),
);

/**
 * Returns the text of an email.
 * @param kind its key under `letters` in the language files
 * @throws Error for an unknown language or kind
 */
export function emailText(language: Language, kind: string): EmailText {
  const text = emailTexts.get(language)?.[kind];
  if (!text) throw new Error(`There is no text for the email ${kind} in the language ${language}`);
  return text as unknown as EmailText;
}

/**
 * The words of an answer (contract/disclosure.ts) as the API has them: in English, without a name.
 * @param phone the number of the provider; '' without one
 */
export function answerWords(sentence: Sentence, phone: string): string {
  const { answers } = getSource().staff as {
    answers: Record<Sentence | 'declinedNoPhone' | 'thePerson', string>;
  };
  const words = answers[sentence === 'declined' && !phone ? 'declinedNoPhone' : sentence];
  const named = words.replaceAll('%{name}', answers.thePerson).replaceAll('%{phone}', phone);
  return named.replace(/(^|\. )[a-z]/g, (start) => start.toUpperCase());
}

/** The first language of Accept-Language, which is that of the page that sent the request; null if we do not have it. */
export function detectLanguage(request: FastifyRequest): Language | null {
  return matchLanguage(request.headers['accept-language']) ?? null;
}

function getSource(): LanguageFile {
  const file = files.get(SOURCE_LANGUAGE);
  if (!file) throw new Error(`The source language ${SOURCE_LANGUAGE} is missing`);
  return file;
}

const matchLanguage = (tag: string | undefined) =>
  LANGUAGES.find((language) => language === tag?.trim().slice(0, 2).toLowerCase());
