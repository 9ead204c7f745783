import { expect, it } from 'vitest';
import { type Folders, isHidden, sandboxArguments } from './sandbox-arguments.ts';

const text = (folders: Partial<Folders>, network = false) =>
  sandboxArguments({ writable: [], readable: [], ...folders }, network).join(' ');

it('makes everything read-only and keeps processes, IPC and the network apart', () => {
  const args = text({});
  expect(args).toMatch(/^--unshare-pid --unshare-ipc --unshare-uts --unshare-net --cap-drop ALL /);
  expect(args).toMatch(/--ro-bind \/ \/ --dev \/dev --proc \/proc --tmpfs \/tmp --tmpfs \/run$/);
});

it('leaves the network, and the name servers, when asked', () => {
  const args = text({}, true);
  expect(args).not.toContain('--unshare-net');
  expect(args).toContain('--ro-bind-try /run/systemd/resolve /run/systemd/resolve');
});

it('binds the writable folders last, those above before those below', () => {
  const binds = ['/tmp/x', '/data/a', '/data/a/b'].map(path => `--bind ${path} ${path}`);
  const args = text({ writable: ['/data/a/b', '/tmp/x', '/data/a'] });
  expect(args.endsWith(` --tmpfs /run ${binds.join(' ')}`)).toBe(true);
});

it('binds the whole disk writable when the root folder is', () => {
  expect(text({ writable: ['/'] })).toContain(' --bind / / --dev /dev');
});

it('shows a readable folder below a private one, never that itself', () => {
  const readable = ['/home/me', '/tmp/work', '/tmpfiles', '/tmp', '/run'];
  expect(text({ readable, writable: ['/tmp/x'] })).toMatch(
    / --tmpfs \/run --ro-bind \/tmp\/work \/tmp\/work --bind \/tmp\/x \/tmp\/x$/,
  );
});

it.each([
  ['/tmp/a', true],
  ['/run/user/0', true],
  ['/tmp', false],
  ['/etc', false],
  ['/tmp/work/a', false],
  ['/tmp/seen', false],
])('knows that %s is hidden: %s', (path, hidden) => {
  expect(isHidden(path, { writable: ['/tmp/work'], readable: ['/tmp/seen'] })).toBe(hidden);
});
