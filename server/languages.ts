/** The languages there are (contract/languages), what letters say in them, and which one a request asks for. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import {
  completePart,
  type Language,
  type LanguageFile,
  SOURCE_LANGUAGE,
} from '../contract/languages';

/** Beside the built server, else where they are written. */
const folder = [
  join(import.meta.dirname, 'languages'),
  join(import.meta.dirname, '../contract/languages'),
].find(existsSync);
if (!folder) throw new Error('The languages are missing: build the server again.');

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

/** The source language first. */
export const LANGUAGES: readonly Language[] = [...files.keys()];

/** One letter in one language. Nothing in it is about health, or names anyone. */
export interface EmailText {
  /** Neutral: it shows on locked screens. */
  readonly subject: string;
  readonly before: readonly string[];
  /** What the letter's link is for; the link itself stands below it. */
  readonly link: string;
  readonly after: readonly string[];
}

const letters = new Map(
  [...files].map(([language, file]) => [language, completePart(file, 'letters', source())]),
);

/**
 * What a letter says.
 * @param kind its name in the languages' `letters`
 */
export function emailText(language: Language, kind: string): EmailText {
  const text = letters.get(language)?.[kind];
  if (!text) throw new Error(`There is no letter ${kind} in ${language}`);
  return text as unknown as EmailText;
}

/** The language a request asks for first, which is the one on the screen it came from; null when it is none of ours. */
export function languageOf(request: FastifyRequest): Language | null {
  return ownOf(request.headers['accept-language']) ?? null;
}

function source(): LanguageFile {
  const file = files.get(SOURCE_LANGUAGE);
  if (!file) throw new Error(`There is no language ${SOURCE_LANGUAGE}`);
  return file;
}

const ownOf = (tag: string | undefined) =>
  LANGUAGES.find((language) => language === tag?.trim().slice(0, 2).toLowerCase());
