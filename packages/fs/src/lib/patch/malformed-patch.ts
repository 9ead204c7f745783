import { ToolError } from '@std-tools/core';

/** The error for a patch that is wrong in itself, whatever the file holds. */
export function malformedPatch(problem: string, advice: string): ToolError {
  return new ToolError(`malformed patch: ${problem}. ${advice}`);
}
