import { finding } from './finding.ts';
import { type ReadRecord, readSkillRecord } from './skill-record.ts';
import { decodeText, isBinary } from './skill-text.ts';

/** Reads the frontmatter from the bytes of a SKILL.md, or from its head. Never throws. */
export function readSkill(folder: string, bytes: Uint8Array): ReadRecord {
  if (!isBinary(bytes)) return readSkillRecord(folder, decodeText(bytes));
  const message = 'SKILL.md holds NUL bytes, so it is not UTF-8 text: save it as UTF-8';
  return { record: { name: folder }, findings: [finding('missing_frontmatter', message)] };
}
