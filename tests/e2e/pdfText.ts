/** Reads the text of PDF files as Chromium writes them: compressed streams of glyph numbers, with a map to Unicode for each font. */
import { inflateSync } from 'node:zlib';

type UnicodeMap = ReadonlyMap<string, string>;

/** The text of each page, in the order in which it is drawn. Without blanks, as a PDF places words rather than separating them. */
export function readPdfPages(pdf: Buffer): string[] {
  const file = pdf.toString('latin1');
  const objects = new Map(
    [...file.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map((found) => [
      found[1],
      found[2] ?? '',
    ]),
  );
  const follow = (body: string, key: string) =>
    objects.get(new RegExp(String.raw`/${key} (\d+) 0 R`).exec(body)?.[1]) ?? '';

  return [...objects.values()]
    .filter((body) => /\/Type \/Page\b/.test(body))
    .map((page) => {
      const fonts = [...page.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(
        ([, name = '', id]) =>
          [name, readUnicodeMap(inflate(follow(objects.get(id) ?? '', 'ToUnicode')))] as const,
      );
      return readContent(inflate(follow(page, 'Contents')), new Map(fonts));
    });
}

/** Text without blanks and ligatures, to search for in a page. */
export const squeeze = (text: string) => text.normalize('NFKC').replaceAll(/\s/g, '');

function inflate(body: string): string {
  const [data] = /(?<=stream\n)[\s\S]*(?=\nendstream)/.exec(body) ?? [];
  return data === undefined ? '' : inflateSync(Buffer.from(data, 'latin1')).toString('latin1');
}

const fromHex = (hex: string) => Number.parseInt(hex, 16);

function readUnicodeMap(cmap: string): UnicodeMap {
  const map = new Map<string, string>();
  const add = (glyph: number, text: string) =>
    map.set(glyph.toString(16).padStart(4, '0').toUpperCase(), text);
  for (const [, section = ''] of cmap.matchAll(/beginbfchar([\s\S]*?)endbfchar/g)) {
    for (const [, glyph = '', text = ''] of section.matchAll(/<(\w+)> <(\w+)>/g)) {
      add(fromHex(glyph), Buffer.from(text, 'hex').swap16().toString('utf16le'));
    }
  }
  for (const [, section = ''] of cmap.matchAll(/beginbfrange([\s\S]*?)endbfrange/g)) {
    for (const [, first = '', last = '', code = ''] of section.matchAll(
      /<(\w+)> <(\w+)> <(\w+)>/g,
    )) {
      for (let glyph = fromHex(first); glyph <= fromHex(last); glyph += 1) {
        add(glyph, String.fromCodePoint(fromHex(code) + glyph - fromHex(first)));
      }
    }
  }
  return map;
}

/** Operators that choose a font, replace glyphs by a text, as of a ligature, and draw glyphs. */
const OPERATORS = /\/(F\d+) [\d.]+ Tf|\/ActualText \((.*?)\) >> BDC[\s\S]*?EMC|<([\dA-F]+)> Tj/g;

function readContent(content: string, fonts: ReadonlyMap<string, UnicodeMap>): string {
  let font: UnicodeMap | undefined;
  let text = '';
  for (const [, name, actual, glyphs = ''] of content.matchAll(OPERATORS)) {
    if (name) font = fonts.get(name);
    text += actual ?? (glyphs.match(/.{4}/g) ?? []).map((glyph) => font?.get(glyph) ?? '').join('');
  }
  return squeeze(text);
}
