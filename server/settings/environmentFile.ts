type State = 'beforeName' | 'name' | 'beforeValue' | 'value' | 'single' | 'double' | 'comment';

/** Within double quotes, a backslash before one of these yields the character itself. */
const ESCAPED_IN_DOUBLE = '"\\`$';

const NAME = /^[a-z_]\w*\s*$/i;

/** For systemd, a comment after a value is part of the value. A value may begin with #, such as a colour. */
const LOOKS_LIKE_COMMENT = /[ \t]#|^#([ \t]|$)/;

const isLineBreak = (character: string) => character === '\n' || character === '\r';

/**
 * Parses an environment file exactly as systemd reads an EnvironmentFile (its `env-file.c`), so that a command run by hand gets
 * the same values as the service. Node's own parser cuts a value at a `#`, which a password may contain, and keeps backslashes.
 * Neither expands `$`. systemd skips what it does not understand, and reads some lines differently from how they look:
 * such a line is refused here, because a setting that is lost may start an empty database.
 * @throws Error that begins with the number of the line, and never repeats its content
 */
export function parseEnvironmentFile(text: string): Record<string, string> {
  const variables: Record<string, string> = {};
  let state: State = 'beforeName';
  let name = '';
  let value = '';
  /** Length of the value without unquoted trailing spaces, which are dropped at its end. */
  let trimmedLength = 0;
  let line = 1;
  let lineOfQuote = 1;
  /** Whether a part of the value was in quotes. */
  let hasQuoted = false;

  const refuse = (what: string, at = line): never => {
    throw new Error(`Line ${at} ${what}`);
  };
  const append = (part: string) => {
    value += part;
    if (state !== 'value' || !/[ \t]/.test(part)) trimmedLength = value.length;
  };
  const endLine = () => {
    if (state === 'name' || (name !== '' && !NAME.test(name))) {
      refuse(
        /^export\s/.test(name)
          ? 'begins with export, which systemd does not understand: leave that word out.'
          : 'is neither NAME=value, nor a comment, which begins with #, nor blank.',
      );
    }
    const given = value.slice(0, trimmedLength);
    if (!hasQuoted && LOOKS_LIKE_COMMENT.test(given)) {
      refuse('has a # after a blank: put a comment on a line of its own, or the value in quotes.');
    }
    if (name !== '') variables[name.trim()] = given;
    [state, name, value, trimmedLength, hasQuoted] = ['beforeName', '', '', 0, false];
  };
  const appendEscaped = (next: string) => {
    if (state === 'value' && !isLineBreak(next)) {
      value += next;
      trimmedLength = value.length;
    } else if (state === 'double' && !isLineBreak(next)) {
      append(ESCAPED_IN_DOUBLE.includes(next) ? next : `\\${next}`);
    }
  };

  if (text.startsWith('\uFEFF')) {
    refuse('begins with an invisible byte order mark: save the file as UTF-8 without it (BOM).');
  }
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    const isQuoted = state === 'single' || state === 'double';
    if (isLineBreak(character) && !isQuoted) endLine();
    else if (state === 'beforeName') {
      if ('#;'.includes(character)) state = 'comment';
      else if (!/[ \t]/.test(character)) [state, name] = ['name', character];
    } else if (state === 'name') {
      if (character === '=') state = 'beforeValue';
      else name += character;
    } else if (state === 'comment') {
      if (character === '\\' && isLineBreak(text[at + 1] ?? '')) {
        refuse(
          'is a comment that ends with \\, so that the next line belongs to it: remove the \\.',
        );
      }
    } else if (state === 'beforeValue' && hasQuoted && !/[ \t'"]/.test(character)) {
      refuse(
        'has text after a closing quote: put quotes round the whole value, and no comment after it.',
      );
    } else if (character === '\\' && state !== 'single') {
      if (state === 'beforeValue') state = 'value';
      at += 1;
      appendEscaped(text[at] ?? '');
    } else if (state === 'beforeValue') {
      if (character === "'" || character === '"') {
        [state, lineOfQuote, hasQuoted] = [character === "'" ? 'single' : 'double', line, true];
      } else if (!/[ \t]/.test(character)) {
        state = 'value';
        append(character);
      }
    } else if (character === (state === 'single' ? "'" : '"') && isQuoted) state = 'beforeValue';
    else append(character);
    // CR LF is one line break.
    if (text[at] === '\n' || (text[at] === '\r' && text[at + 1] !== '\n')) line += 1;
  }
  if (state === 'single' || state === 'double') {
    refuse('has a quote that is not closed.', lineOfQuote);
  }
  endLine();
  return variables;
}
