import { ArchiveError, DAMAGED, MAX_LINE_LENGTH } from './format';

/**
 * Splits text into its lines as it arrives, and yields those that are complete. At most one line of MAX_LINE_LENGTH is in memory
 * beside the latest part of the text: a file of 1 MB can decompress to a line of 1 GB.
 * @throws ArchiveError when a line is longer, or the last one has no end
 */
export async function* splitLines(text: AsyncIterable<string>): AsyncGenerator<string[]> {
  let parts: string[] = [];
  let length = 0;
  for await (const chunk of text) {
    const [first = '', ...others] = chunk.split('\n');
    parts.push(first);
    length += first.length;
    checkLength(length);
    const rest = others.pop();
    if (rest === undefined) continue;
    for (const line of [...others, rest]) checkLength(line.length);
    yield [parts.join(''), ...others];
    parts = [rest];
    length = rest.length;
  }
  if (length > 0) throw new ArchiveError(DAMAGED);
}

function checkLength(length: number): void {
  if (length > MAX_LINE_LENGTH) throw new ArchiveError(DAMAGED);
}
