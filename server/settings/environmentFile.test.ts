import { expect, it } from 'vitest';
import { parseEnvironmentFile } from './environmentFile';

/** The expected values are those that systemd 252 reads from the same lines. */
it.each([
  ['PLAIN=postgres://u:p#x@h/d   ', 'postgres://u:p#x@h/d'],
  ['QUOTED="a b # c"', 'a b # c'],
  [' SPACED = x y  ', 'x y'],
  [String.raw`SINGLE='it is \n "quoted"'`, String.raw`it is \n "quoted"`],
  [String.raw`DOUBLE="a\nb \"q\" \\ end"`, String.raw`a\nb "q" \ end`],
  [String.raw`BACK=one\ntwo\\three\ `, String.raw`onentwo\three `],
  [`MIX="a"'b'c"d"`, 'abc"d"'],
  ['CONTINUED=one\\\ntwo', 'onetwo'],
  ['LINES="line1\nline2"', 'line1\nline2'],
  ['DOLLAR=$HOME', '$HOME'],
  ['EMPTY=', ''],
])('reads %j as systemd does', (line, value) => {
  expect(Object.values(parseEnvironmentFile(`# A=1\n${line}\n`))).toEqual([value]);
});

it.each(['# A=1 \\', '#A=1\\\nB=2', '; A=1', 'A', 'export A=1', '1A=1', ''])(
  'sets nothing from %j',
  (line) => {
    expect(parseEnvironmentFile(line)).toEqual({});
  },
);
