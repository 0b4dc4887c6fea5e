type State = 'beforeName' | 'name' | 'beforeValue' | 'value' | 'single' | 'double' | 'comment';

/** Before these a backslash within double quotes stands for the character itself. */
const ESCAPED_IN_DOUBLE = '"\\`$';

/**
 * The variables of a file, read as systemd reads an EnvironmentFile (its `env-file.c`), so that a command run by hand and the
 * service never differ. Node's own reader cuts a value off at a `#`, as may be in a password, and leaves backslashes as they
 * are. Neither makes anything of a `$`.
 */
export function parseEnvironmentFile(text: string): Record<string, string> {
  const variables: Record<string, string> = {};
  let state: State = 'beforeName';
  let name = '';
  let value = '';
  /** How much of the value stays when it ends: spaces at the end of an unquoted one do not. */
  let kept = 0;

  const keep = (part: string) => {
    value += part;
    if (state !== 'value' || !/[ \t]/.test(part)) kept = value.length;
  };
  const endLine = () => {
    const isVariable = state !== 'comment' && state !== 'name' && /^[a-z_]\w*\s*$/i.test(name);
    if (isVariable) variables[name.trim()] = value.slice(0, kept);
    [state, name, value, kept] = ['beforeName', '', '', 0];
  };
  const takeEscaped = (next: string) => {
    if (state === 'value' && next !== '\n') {
      value += next;
      kept = value.length;
    } else if (state === 'double' && next !== '\n') {
      keep(ESCAPED_IN_DOUBLE.includes(next) ? next : `\\${next}`);
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
      takeEscaped(characters[at] ?? '');
    } else if (state === 'beforeValue') {
      if (character === "'") state = 'single';
      else if (character === '"') state = 'double';
      else if (!/[ \t]/.test(character)) {
        state = 'value';
        keep(character);
      }
    } else if (character === (state === 'single' ? "'" : '"') && isQuoted) state = 'beforeValue';
    else if (state !== 'comment') keep(character);
  }
  endLine();
  return variables;
}
