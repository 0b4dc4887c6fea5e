import type { Issue } from '../../contract/calls/call';
import { InvalidFieldsError } from '../../server/plugins/errors';

/** The fields that a rule flags; none when it lets pass. */
export function issuesOf(rule: () => unknown): readonly Issue[] {
  try {
    rule();
    return [];
  } catch (error) {
    if (error instanceof InvalidFieldsError) return error.issues;
    throw error;
  }
}
