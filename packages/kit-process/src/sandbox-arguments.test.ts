import { expect, it } from 'vitest';
import { sandboxArguments } from './sandbox-arguments.ts';

const text = (options: Partial<Parameters<typeof sandboxArguments>[0]>) =>
  sandboxArguments({ writable: [], readable: [], network: false, ...options }).join(' ');

it('makes everything read-only and keeps processes, IPC and the network apart', () => {
  const args = text({});
  expect(args).toMatch(/^--unshare-pid --unshare-ipc --unshare-uts --unshare-net --cap-drop ALL /);
  expect(args).toMatch(/--ro-bind \/ \/ --dev \/dev --proc \/proc --tmpfs \/tmp --tmpfs \/run$/);
});

it('leaves the network, and the name servers, when asked', () => {
  const args = text({ network: true });
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

it('shows a readable folder only where a private folder would hide it', () => {
  const readable = ['/home/me', '/tmp/work', '/tmpfiles', '/tmp/x/in'];
  expect(text({ readable, writable: ['/tmp/x'] })).toMatch(
    / --tmpfs \/run --ro-bind \/tmp\/work \/tmp\/work --bind \/tmp\/x \/tmp\/x$/,
  );
});
