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
  [`MIX="a"'b' "c"`, 'abc'],
  ["IDIOM='Hope'\"'\"'s Place'", "Hope's Place"],
  ['COLOR = #0b5a66', '#0b5a66'],
  ["APOSTROPHE=Hope's Place", "Hope's Place"],
  ['CONTINUED=one\\\ntwo', 'onetwo'],
  ['LINES="line1\nline2"', 'line1\nline2'],
  ['DOLLAR=$HOME', '$HOME'],
  ['EMPTY=', ''],
])('reads %j as systemd does', (line, value) => {
  expect(Object.values(parseEnvironmentFile(`# A=1\n${line}\n`))).toEqual([value]);
});

it.each(['# A=1 \\', '; A=1', '', ' \t', '\r\n# A\r\n'])('sets nothing from %j', (line) => {
  expect(parseEnvironmentFile(line)).toEqual({});
});

it('reads a file of Windows, whose lines end with CR LF', () => {
  expect(parseEnvironmentFile('# ours\r\nA=1\r\n\r\nB="x\r\ny"\r\n')).toEqual({
    A: '1',
    B: 'x\r\ny',
  });
});

it.each([
  ['A', 2, 'neither NAME=value'],
  ['1A=1', 2, 'neither NAME=value'],
  ['DATA-DIR=/x', 2, 'neither NAME=value'],
  ['=x', 2, 'neither NAME=value'],
  ['DATA_DIR: /x', 2, 'neither NAME=value'],
  ['set DATA_DIR=/x', 2, 'neither NAME=value'],
  ['export DATA_DIR=/x', 2, 'export'],
  ['A="x\nDATA_DIR=/x', 2, 'not closed'],
  ["A='x\n\nDATA_DIR=/x", 2, 'not closed'],
  ['#A=1\\\nDATA_DIR=/x', 2, 'comment that ends with \\'],
  ['DATA_DIR=/x # ours', 2, '# after a blank'],
  ['DATA_DIR=/x\t#ours', 2, '# after a blank'],
  ['SMTP_URL= # none', 2, '# after a blank'],
  ['DATA_DIR="/x" # ours', 2, 'closing quote'],
  ["BRAND_NAME='Hope's Place'", 2, 'closing quote'],
  [String.raw`BRAND_NAME='Hope'\''s Place'`, 2, 'closing quote'],
  ['A=1\nB="x\ny"\nC=\\\n2\n\nD', 8, 'neither NAME=value'],
  ['A=1\r\nB="x\r\ny"\r\nC=\\\n2\r\n\r\nD', 8, 'neither NAME=value'],
])('refuses %j with its line, and does not repeat it', (text, line, words) => {
  expect(() => parseEnvironmentFile(`SECRET=s3cret\n${text}\n`)).toThrow(
    expect.objectContaining({
      message: expect.stringMatching(new RegExp(`^Line ${line} (?!.*(/x|Hope|s3cret))`)),
    }),
  );
  expect(() => parseEnvironmentFile(`SECRET=s3cret\n${text}\n`)).toThrow(words);
});

it('refuses a byte order mark, after which systemd would not find the first setting', () => {
  expect(() => parseEnvironmentFile('\uFEFFDATA_DIR=/x\n')).toThrow(/^Line 1 .*byte order mark/);
});
