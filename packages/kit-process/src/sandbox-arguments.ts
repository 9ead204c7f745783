import { sep } from 'node:path';

/** What a sandbox shows of the disk besides its read-only rest. */
export interface Folders {
  /** Folders that stay writable. */
  readonly writable: readonly string[];
  /** Folders to be seen even below a folder that the sandbox has for itself. */
  readonly readable: readonly string[];
}

/** Folders that each sandbox has for itself, empty at first: they hold other programs' sockets. */
const privateFolders = ['/tmp', '/run'];

/** Where systemd's resolver keeps what /etc/resolv.conf links to. */
const nameServers = '/run/systemd/resolve';

/** What root keeps, to work in folders of other users; all other capabilities are dropped. */
const keptByRoot = ['CAP_DAC_OVERRIDE', 'CAP_FOWNER', 'CAP_CHOWN'];

/** True for a path that is below a private folder, where the sandbox shows nothing of the disk. */
export const isHidden = (path: string, { writable, readable }: Folders): boolean =>
  isBelowPrivate(path) && ![...writable, ...readable].some(folder => isInside(path, folder));

/**
 * The arguments of bubblewrap before those of the program: everything read-only except the writable
 * folders, processes, devices and IPC of its own, no capabilities.
 */
export function sandboxArguments({ writable, readable }: Folders, network: boolean): string[] {
  const bind = (kind: string, path: string) => [kind, path, path];
  const byDepth = [...writable].sort((one, other) => one.length - other.length);
  const everything = byDepth.includes(sep);
  const folders = byDepth.filter(path => path !== sep && !isOwn(path));
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
    ...readable.filter(isBelowPrivate).flatMap(path => bind('--ro-bind', path)),
    ...folders.flatMap(path => bind('--bind', path)),
  ];
}

/** The sandbox has these for itself; to bind the system's over them would undo that. */
const isOwn = (path: string) => ['/proc', '/dev', '/sys'].some(own => isInside(path, own));

/** Not a private folder itself: to show that would show the sockets which it is to hide. */
const isBelowPrivate = (path: string) =>
  privateFolders.some(folder => path !== folder && isInside(path, folder));

const isInside = (path: string, folder: string) =>
  path === folder || path.startsWith(folder === sep ? sep : folder + sep);
