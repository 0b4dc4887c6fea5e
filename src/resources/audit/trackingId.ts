const SHAPE = /^(R)([0-9A-Z]{4})([0-9A-Z]{4})$/;

/**
 * A tracking id as it is kept, from what was typed: in any case, with or without its dashes, with blanks.
 * @returns null when it is none, such as a name
 */
export function readTrackingId(typed: string): string | null {
  const [, ...parts] = SHAPE.exec(typed.replace(/[\p{Pd}\s]/gu, '').toUpperCase()) ?? [];
  return parts.length > 0 ? parts.join('-') : null;
}
