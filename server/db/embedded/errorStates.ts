const ERROR_RESPONSE = 0x45;
const SQLSTATE_FIELD = 0x43;

/**
 * Finds the errors in a response of PostgreSQL's wire protocol.
 * @param response whole messages: a type byte, the length including itself, and the content
 * @returns the SQLSTATE of each error
 */
export function errorStates(response: Uint8Array): string[] {
  const states: string[] = [];
  const view = Buffer.from(response.buffer, response.byteOffset, response.byteLength);
  for (let start = 0; start < view.length; start += 1 + view.readUInt32BE(start + 1)) {
    if (view[start] !== ERROR_RESPONSE) continue;
    const end = start + 1 + view.readUInt32BE(start + 1);
    // Fields: a type byte and a string that ends with a zero.
    for (let field = start + 5; field < end && view[field] !== 0;) {
      const fieldEnd = view.indexOf(0, field);
      if (view[field] === SQLSTATE_FIELD) {
        states.push(view.toString('latin1', field + 1, fieldEnd));
      }
      field = fieldEnd + 1;
    }
  }
  return states;
}
