import { expect, it } from 'vitest';
import { errorStates } from './errorStates';

/** A message of the wire protocol. */
function message(type: string, content: string): Buffer {
  const bytes = Buffer.alloc(5 + content.length);
  bytes.write(type, 0, 'latin1');
  bytes.writeInt32BE(4 + content.length, 1);
  bytes.write(content, 5, 'latin1');
  return bytes;
}

it('finds the state of each error between other messages', () => {
  const response = Buffer.concat([
    message('1', ''),
    message('E', 'SERROR\0VERROR\0CXX001\0MCould be C53100\0\0'),
    message('D', 'CXX002\0'),
    message('E', 'SERROR\0C42601\0\0'),
    message('Z', 'I'),
  ]);
  expect(errorStates(response)).toEqual(['XX001', '42601']);
});

it('finds nothing in a response without errors', () => {
  expect(errorStates(Buffer.concat([message('C', 'SELECT 1\0'), message('Z', 'I')]))).toEqual([]);
  expect(errorStates(new Uint8Array())).toEqual([]);
});
