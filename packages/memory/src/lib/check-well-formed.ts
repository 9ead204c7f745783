import { ToolError } from '@std-tools/core';

/** Refuses a text with half a character, which UTF-8 cannot hold. */
export function checkWellFormed(text: string, parameter: string): void {
  if (!text.isWellFormed())
    throw new ToolError(
      `${parameter} holds half a character (a lone surrogate): write the whole character`,
    );
}
