import { sep } from 'node:path';

export interface Confinement {
  /** Folders that stay writable. */
  readonly writable: readonly string[];
  /** Folders to be seen, also where a private folder would hide them. */
  readonly readable: readonly string[];
  readonly network: boolean;
}

/** Folders that each sandbox has for itself, empty at first: they hold other programs' sockets. */
const privateFolders = ['/tmp', '/run'];

/** Where systemd's resolver keeps what /etc/resolv.conf links to. */
const nameServers = '/run/systemd/resolve';

/** What root keeps, to work in folders of other users; all other capabilities are dropped. */
const keptByRoot = ['CAP_DAC_OVERRIDE', 'CAP_FOWNER', 'CAP_CHOWN'];

/**
 * The arguments of bubblewrap before those of the program: everything read-only except the writable
 * folders, processes, devices and IPC of its own, no capabilities.
 */
export function sandboxArguments({ writable, readable, network }: Confinement): string[] {
  const bind = (kind: string, path: string) => [kind, path, path];
  const byDepth = [...writable].sort((one, other) => one.length - other.length);
  const everything = byDepth.includes(sep);
  const folders = byDepth.filter(path => path !== sep);
  const isHidden = (path: string) =>
    privateFolders.some(folder => isInside(path, folder)) &&
    !folders.some(folder => isInside(path, folder));
  return [
    '--unshare-pid',
    '--unshare-ipc',
    '--unshare-uts',
    ...(network ? [] : ['--unshare-net']),
    '--cap-drop',
    'ALL',
    ...(process.getuid?.() === 0 ? keptByRoot.flatMap(name => ['--cap-add', name]) : []),
    ...bind(everything ? '--bind' : '--ro-bind', sep),
    '--dev',
    '/dev',
    '--proc',
    '/proc',
    ...privateFolders.flatMap(folder => ['--tmpfs', folder]),
    ...(network ? bind('--ro-bind-try', nameServers) : []),
    ...readable.filter(isHidden).flatMap(path => bind('--ro-bind', path)),
    ...folders.flatMap(path => bind('--bind', path)),
  ];
}

const isInside = (path: string, folder: string) => path === folder || path.startsWith(folder + sep);
