import { expect, it } from 'vitest';
import { countCharacters } from './count-characters.ts';
import { renderSkill } from './skill-content.ts';

const home = { name: 'demo', directory: '/s/a "b" & c', real: '/s', root: '/s' };
const none = { files: [], more: 0, deeper: [] };
const render = (text: string, limit: number) => renderSkill(home, Buffer.from(text), none, limit);

it('escapes the folder in the attribute only', () => {
  const lines = render('x', 1000).split('\n');
  expect(lines[0]).toBe('<skill_content name="demo" directory="/s/a &quot;b&quot; &amp; c">');
  expect(lines.at(-3)).toBe('Skill directory: /s/a "b" & c');
});

it('has never more characters than the limit, whatever that is', () => {
  const text = 'some words 🙂\n'.repeat(100);
  const smallest = countCharacters(render(text, 0));
  for (let limit = smallest; limit < 2000; limit += 7)
    expect(countCharacters(render(text, limit))).toBeLessThanOrEqual(limit);
});

it('says that a single line is longer than fits', () => {
  expect(render('x'.repeat(5000), 1000)).toMatch(
    /\nx+\n\[cut at the output limit: line 1 is longer than fits\]\n<skill_resources>\n/,
  );
});
