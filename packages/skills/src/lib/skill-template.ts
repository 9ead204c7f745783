import { dump } from 'js-yaml';

/** A new SKILL.md, whose frontmatter reads back as the given texts and whose body is to be done. */
export const skillTemplate = (name: string, description: string): string => `---
${dump({ name, description }, { lineWidth: -1 })}---

# ${title(name)}

TODO: write here what to do, step by step, when this skill is loaded.

- Say what is needed at the start, and what the result looks like.
- Put long material into \`references/\` and programs into \`scripts/\`; name each where it is used.
`;

function title(name: string): string {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
