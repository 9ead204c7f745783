/** What can be wrong with a SKILL.md that leaves its skill unusable. */
const errorCodes = ['missing_frontmatter', 'yaml_error', 'missing_description'] as const;
type ErrorCode = (typeof errorCodes)[number];

/** What can be wrong with a SKILL.md whose skill is used all the same. */
type WarningCode =
  | 'yaml_lenient_retry'
  | 'missing_name'
  | 'name_mismatch'
  | 'invalid_name'
  | 'name_too_long'
  | 'description_too_long'
  | 'compatibility_too_long'
  | 'metadata_not_mapping';

/** One thing wrong with a SKILL.md. */
export interface Finding {
  readonly level: 'warning' | 'error';
  readonly code: ErrorCode | WarningCode;
  readonly message: string;
}

/** Makes a finding; its level follows from the code. */
export const finding = (code: Finding['code'], message: string): Finding => ({
  level: errorCodes.some(one => one === code) ? 'error' : 'warning',
  code,
  message,
});
