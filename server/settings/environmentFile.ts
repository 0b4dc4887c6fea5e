type State = 'beforeName' | 'name' | 'beforeValue' | 'value' | 'single' | 'double' | 'comment';

/** Within double quotes, a backslash before one of these yields the character itself. */
const ESCAPED_IN_DOUBLE = '"\\`$';

/**
 * Parses an environment file exactly as systemd reads an EnvironmentFile (its `env-file.c`), so that a command run by hand gets
 * the same values as the service. Node's own parser cuts a value at a `#`, which a password may contain, and keeps backslashes.
 * Neither expands `$`.
 */
export function parseEnvironmentFile(text: string): Record<string, string> {
  const variables: Record<string, string> = {};
  let state: State = 'beforeName';
  let name = '';
  let value = '';
  /** Length of the value without unquoted trailing spaces, which are dropped at its end. */
  let trimmedLength = 0;

  const append = (part: string) => {
    value += part;
    if (state !== 'value' || !/[ \t]/.test(part)) trimmedLength = value.length;
  };
  const endLine = () => {
    const isVariable = state !== 'comment' && state !== 'name' && /^[a-z_]\w*\s*$/i.test(name);
    if (isVariable) variables[name.trim()] = value.slice(0, trimmedLength);
    [state, name, value, trimmedLength] = ['beforeName', '', '', 0];
  };
  const appendEscaped = (next: string) => {
    if (state === 'value' && next !== '\n') {
      value += next;
      trimmedLength = value.length;
    } else if (state === 'double' && next !== '\n') {
      append(ESCAPED_IN_DOUBLE.includes(next) ? next : `\\${next}`);
    }
  };

  const characters = text.replaceAll('\r', '\n').split('');
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? '';
    const isQuoted = state === 'single' || state === 'double';
    if (character === '\n' && !isQuoted) endLine();
    else if (state === 'beforeName') {
      if ('#;'.includes(character)) state = 'comment';
      else if (!/[ \t]/.test(character)) [state, name] = ['name', character];
    } else if (state === 'name') {
      if (character === '=') state = 'beforeValue';
      else name += character;
    } else if (character === '\\' && state !== 'single') {
      if (state === 'beforeValue') state = 'value';
      at += 1;
      appendEscaped(characters[at] ?? '');
    } else if (state === 'beforeValue') {
      if (character === "'") state = 'single';
      else if (character === '"') state = 'double';
      else if (!/[ \t]/.test(character)) {
        state = 'value';
        append(character);
      }
    } else if (character === (state === 'single' ? "'" : '"') && isQuoted) state = 'beforeValue';
    else if (state !== 'comment') append(character);
  }
  endLine();
  return variables;
}
