import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seededRandom } from '@std-tools/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyUnifiedDiff } from './apply-unified-diff.ts';

interface Case {
  readonly old: Buffer;
  readonly target: Buffer;
  readonly patch: string;
}

const casesEach = 60;
const hasGit = spawnSync('git', ['--version']).status === 0;
if (!hasGit) console.log('skipped: git is not on the PATH');

describe.skipIf(!hasGit).each([0, 1, 2, 3])('patches of git with %i lines of context', context => {
  let root = '';
  let patches = '';
  let cases: Case[] = [];

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'std-tools-patch-'));
    const random = randomIntegers(context + 1);
    mkdirSync(join(root, 'old'));
    mkdirSync(join(root, 'new'));
    for (let at = 0; at < casesEach; at += 1) {
      const { old, target } = randomEdit(random);
      writeFileSync(join(root, 'old', name(at)), old);
      writeFileSync(join(root, 'new', name(at)), target);
    }
    patches = git(root, ['diff', '--no-index', `--unified=${context}`, 'old', 'new'], 1);
    cases = patches.split(/^(?=diff --git )/m).map(patch => readCase(root, patch));
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it('are also applied by git to the same bytes', () => {
    const applied = join(root, 'applied');
    cpSync(join(root, 'old'), applied, { recursive: true });
    writeFileSync(join(root, 'all.patch'), patches);
    git(applied, ['apply', '--unidiff-zero', '--whitespace=nowarn', '-p2', '../all.patch'], 0);
    for (let at = 0; at < casesEach; at += 1) {
      const wanted = readFileSync(join(root, 'new', name(at)), 'latin1');
      expect(readFileSync(join(applied, name(at)), 'latin1'), name(at)).toBe(wanted);
    }
  });

  it('make exactly the target', () => {
    expect(cases.length).toBeGreaterThanOrEqual(50);
    for (const { old, target, patch } of cases) {
      const { content, notes } = applyUnifiedDiff(old, patch);
      expect(content.toString('latin1'), patch).toBe(target.toString('latin1'));
      expect(notes, patch).toEqual([]);
    }
  });

  it('are refused with a start of one side moved by one', () => {
    for (const { old, patch } of cases) {
      for (const move of [-1, 1]) {
        expectRefused(
          old,
          changeHeaders(patch, ({ oldStart }) => ({ oldStart: oldStart + move })),
        );
        expectRefused(
          old,
          changeHeaders(patch, ({ newStart }) => ({ newStart: newStart + move })),
        );
      }
    }
  });

  it('are refused with one count changed', () => {
    for (const { old, patch } of cases) {
      for (const more of [-1, 1]) {
        expectRefused(
          old,
          changeHeaders(patch, ({ oldCount }) => ({ oldCount: oldCount + more })),
        );
        expectRefused(
          old,
          changeHeaders(patch, ({ newCount }) => ({ newCount: newCount + more })),
        );
      }
    }
  });

  it('are refused with one context or removed line changed', () => {
    for (const { old, patch } of cases) {
      const body = patch.slice(patch.indexOf('\n@@') + 1);
      for (const match of body.matchAll(/^[ -].*$/gm)) {
        const at = patch.length - body.length + match.index + 1;
        expectRefused(old, [`${patch.slice(0, at)}#${patch.slice(at)}`]);
      }
    }
  });

  it('are refused when moved by one with a block that stands nowhere else', () => {
    let tried = 0;
    for (const { old, patch } of cases) {
      for (const move of [-1, 1]) {
        const moved = changeHeaders(patch, ({ oldStart, newStart, block }) => {
          const once = block !== '' && old.toString().split(block).length === 2;
          return once ? { oldStart: oldStart + move, newStart: newStart + move } : {};
        });
        tried += moved.length;
        expectRefused(old, moved);
      }
    }
    expect(tried).toBeGreaterThan(10);
  });
});

function expectRefused(old: Buffer, patches: readonly string[]): void {
  for (const patch of patches) {
    expect(() => applyUnifiedDiff(old, patch), patch).toThrow(
      /^(?:malformed patch|the patch does)/,
    );
  }
}

interface Header {
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newStart: number;
  readonly newCount: number;
}

/** The patches that come of changing the header of one hunk each. */
function changeHeaders(
  patch: string,
  change: (header: Header & { readonly block: string }) => Partial<Header>,
): string[] {
  const changed: string[] = [];
  for (const match of patch.matchAll(/^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm)) {
    const [text, oldStart = '', oldCount = '1', newStart = '', newCount = '1'] = match;
    const header = {
      oldStart: Number(oldStart),
      oldCount: Number(oldCount),
      newStart: Number(newStart),
      newCount: Number(newCount),
    };
    const rest = patch.slice(match.index + text.length);
    const hunk = rest.slice(rest.indexOf('\n') + 1).split(/^@@/m)[0] ?? '';
    const block = [...hunk.matchAll(/^[ -](.*\n)/gm)].map(line => line[1]).join('');
    const next = { ...header, ...change({ ...header, block }) };
    const same = JSON.stringify(next) === JSON.stringify(header);
    if (same || Math.min(...Object.values(next)) < 0) continue;
    const line = `@@ -${next.oldStart},${next.oldCount} +${next.newStart},${next.newCount} @@`;
    changed.push(patch.slice(0, match.index) + line + rest);
  }
  return changed;
}

function name(at: number): string {
  return `${String(at).padStart(3, '0')}.txt`;
}

function readCase(root: string, patch: string): Case {
  const file = /\d{3}\.txt/.exec(patch)?.[0] ?? '';
  const old = readFileSync(join(root, 'old', file));
  return { old, target: readFileSync(join(root, 'new', file)), patch };
}

function git(folder: string, words: readonly string[], status: number): string {
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CEILING_DIRECTORIES: tmpdir(),
  };
  const run = spawnSync('git', words, { cwd: folder, env, encoding: 'utf8', maxBuffer: 1e8 });
  expect(run.status, run.stderr).toBe(status);
  return run.stdout;
}

type Random = (limit: number) => number;

/** Whole numbers from 0 up to the limit. */
function randomIntegers(seed: number): Random {
  const random = seededRandom(seed);
  return limit => Math.floor(random() * limit);
}

const texts = [
  'a',
  'b',
  'a',
  '',
  '-- x',
  '++ y',
  '@@ z',
  '\\ q',
  ' s ',
  '\tt',
  'u\rv',
  'ä🙂\u2028',
];

function randomEdit(random: Random): { old: string; target: string } {
  const style = random(3);
  const end = () => (style === 0 ? '\n' : style === 1 ? '\r\n' : random(2) ? '\n' : '\r\n');
  const line = () => {
    const text = texts[random(texts.length)] ?? '';
    return `${random(3) ? text : `${text}${random(1000)}`}${end()}`;
  };
  const old = Array.from({ length: random(25) }, line);
  const target = [...old];
  for (let edits = 1 + random(5); edits > 0; edits -= 1) {
    const at = random(target.length + 1);
    const added = Array.from({ length: random(3) }, line);
    target.splice(at, random(3), ...added);
  }
  return { old: cutEnd(old, random), target: cutEnd(target, random) };
}

/** Leaves out the last newline now and then. */
function cutEnd(lines: readonly string[], random: Random): string {
  const text = lines.join('');
  return random(3) ? text : text.replace(/\r?\n$/, '');
}
