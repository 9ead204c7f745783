import { countCharacters } from './count-characters.ts';
import type { Resources } from './list-resources.ts';
import { cutNotice, pageOf } from './page.ts';
import type { SkillHome } from './find-skill.ts';
import { escapeXml } from './xml-text.ts';

const folderHint = '(load_skill_resource with the path of a folder names its files)';

/** Room for the line that says where a cut SKILL.md goes on. */
const noticeCharacters = 140;

/**
 * The reply of load_skill: the SKILL.md, the files beside it and the folder. When that is over
 * `limit` characters the SKILL.md is cut, never the rest.
 */
export function renderSkill(
  { name, directory }: SkillHome,
  skillMd: Buffer,
  { files, more, deeper }: Resources,
  limit: number,
): string {
  const before = `<skill_content name="${escapeXml(name)}" directory="${escapeXml(directory)}">\n`;
  const after = [
    '<skill_resources>',
    ...files.map(file => `<file>${escapeXml(file)}</file>`),
    ...(more > 0 ? [`(${more} more ${more === 1 ? 'file' : 'files'})`] : []),
    ...(deeper.length > 0 ? [`(deeper: ${deeper.map(escapeXml).join('/, ')}/)`] : []),
    ...(more > 0 || deeper.length > 0 ? [folderHint] : []),
    '</skill_resources>',
    `Skill directory: ${directory}`,
    'Relative paths in the text above start at that directory.',
    '</skill_content>',
  ].join('\n');
  const room = limit - countCharacters(before) - countCharacters(after);
  return before + body(skillMd, room) + after;
}

/** The text, ending in a line break, in at most so many characters. */
function body(skillMd: Buffer, room: number): string {
  const whole = pageOf(skillMd, 1, Math.max(room, 0));
  const isWhole = whole && !cutNotice(whole, String);
  if (isWhole && countCharacters(ended(whole.text)) <= room) return ended(whole.text);
  const page = pageOf(skillMd, 1, Math.max(room - noticeCharacters, 0));
  const notice = page && cutNotice(page, resourceCall);
  return `${ended(page?.text ?? '')}${notice ?? ''}\n`;
}

const resourceCall = (line: number) =>
  `load_skill_resource, resource_path "SKILL.md", offset ${line}`;

const ended = (text: string) => (text === '' || text.endsWith('\n') ? text : `${text}\n`);
