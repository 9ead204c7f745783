import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { seededRandom, testFolder } from '@std-tools/testing';
import { describe, expect, it } from 'vitest';
import { IgnoreRules } from './ignore-rules.ts';

const folders = ['a', 'a/b', 'a/b/a', 'b', 'b/c.d', 'b/c.d/a', '.e', 'é'];
const names = ['a.x', 'b', 'c.d', '!b', '#b', ' b', 'b ', 'b\\', '[b]', 'é.x', '.x', 'B', 'ab'];
const files = ['.', ...folders].flatMap(folder =>
  names.map(name => join(folder, name)).filter(path => !folders.includes(path)),
);
// Not `a**`: before a slash git takes its stars for folders, against its own manual.
const segments = [
  String.raw`a b c.d ab B é .e * ** *** ? ?? *.x ?.x a* *b`,
  String.raw`[ab] [!a]* [^b] [a-c] [a-c-e]* []b] [!]b] [b b\ \b \* *a*b`,
  String.raw`\[b\] [[]b* *\\ **b [\]a] #b !b \#b \!b`,
]
  .join(' ')
  .split(' ')
  .concat('b ', 'b\\ ', '');
const hasGit = spawnSync('git', ['--version']).status === 0;
if (!hasGit) console.log('skipped: git is not on the PATH');

describe.skipIf(!hasGit).each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])('random ignore files %i', seed => {
  it('leave the same out as in git', async () => {
    await using top = await testFolder();
    const fraction = seededRandom(seed);
    const random: Random = below => Math.floor(fraction() * below);
    for (const folder of folders) await mkdir(join(top.path, folder), { recursive: true });
    for (const file of files) await writeFile(join(top.path, file), '');
    git(top.path, ['init', '--quiet'], '');
    for (let round = 0; round < 12; round += 1) {
      const texts: Record<string, string> = {};
      for (const folder of ['.', ...folders]) {
        const text = random(3) === 0 ? randomIgnoreFile(random) : '';
        texts[folder] = text;
        await writeFile(join(top.path, folder, '.gitignore'), text);
      }
      const paths = [...folders, ...files].toSorted();
      const ignored = git(top.path, ['check-ignore', '--stdin', '-z'], `${paths.join('\0')}\0`);
      expect(await ignoredOf(top.path), JSON.stringify(texts)).toEqual(ignored.toSorted());
    }
  });
});

/** Walks as the tree does: what is below an ignored folder is ignored. */
async function ignoredOf(top: string): Promise<string[]> {
  const rules = new Map<string, IgnoreRules>();
  const options = { exclude: [], respectGitignore: true };
  rules.set('.', await IgnoreRules.create(top, options));
  const ignored: string[] = [];
  for (const path of [...folders, ...files].toSorted()) {
    const parent = rules.get(join(path, '..'));
    const isFolder = folders.includes(path);
    if (!parent || parent.ignores(join(top, path), isFolder)) ignored.push(path);
    else if (isFolder) rules.set(path, await parent.enter(join(top, path)));
  }
  return ignored.toSorted();
}

function git(cwd: string, args: readonly string[], input: string): string[] {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  const { status, stdout, stderr } = spawnSync('git', args, { cwd, input, env });
  expect([0, 1], stderr.toString()).toContain(status);
  return stdout.toString().split('\0').slice(0, -1);
}

type Random = (below: number) => number;

function randomIgnoreFile(random: Random): string {
  const lines = Array.from({ length: 1 + random(5) }, () => {
    const path = Array.from(
      { length: random(2) === 0 ? 1 : 1 + random(3) },
      () => segments[random(segments.length)],
    );
    const start = ['', '', '', '!', '/', '!/', '#'][random(7)];
    return `${start}${path.join('/')}${['', '', '/', ' ', '  '][random(5)]}`;
  });
  return lines.join(random(4) === 0 ? '\r\n' : '\n') + (random(2) === 0 ? '\n' : '');
}
