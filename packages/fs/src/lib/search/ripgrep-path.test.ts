import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { ripgrepPath } from './ripgrep-path.ts';

it('is the given program', async () => {
  expect(await ripgrepPath('/opt/rg')).toBe('/opt/rg');
});

it('is the program inside the package when none is given', async () => {
  const version = execFileSync(await ripgrepPath(undefined), ['--version'], { encoding: 'utf8' });
  expect(version).toMatch(/^ripgrep \d+\.\d+\.\d+/);
});
