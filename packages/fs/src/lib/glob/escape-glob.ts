import { ToolError } from '@std-tools/core';

const longestGlob = 1000;

/**
 * A glob from the model as git and ripgrep read one, with the special meanings that Python's globs
 * do not have (`\`, `{}`, `!` and `#` at the start) taken out. A slash at the end stays. A fault is
 * a `ToolError` that names the parameter.
 */
export function escapeGlob(glob: string, parameter: string): string {
  const shown = glob.length > longestGlob ? `${glob.slice(0, 50)}…` : glob;
  const fault = (problem: string) =>
    new ToolError(`${parameter} ${JSON.stringify(shown.toWellFormed())} ${problem}`);
  if (glob.length > longestGlob)
    throw fault(`has ${glob.length} characters, over the limit of ${longestGlob}`);
  if (glob.startsWith('/'))
    throw fault('starts with a slash: give a glob relative to path, such as "*.py"');
  const names = glob.split('/').filter(name => name !== '' && name !== '.');
  if (names.length === 0 || glob.includes('\0') || !glob.isWellFormed())
    throw fault('is no glob: give one, such as "*.py"');
  const range = names.map(findSwappedRange).find(found => found !== undefined);
  if (range !== undefined)
    throw fault(`has the range ${range} that holds nothing: put its lower end first`);
  const escaped = names.map(escapeName).join('/').replace(/^[!#]/, '\\$&');
  // White space at the end would be cut off.
  return glob.endsWith('/') ? `${escaped}/` : escaped.replace(/\s$/, '[$&]');
}

/** The parts of a name: classes in brackets, and what is between them. */
function* partsOf(name: string): Generator<{ readonly text: string; readonly isClass: boolean }> {
  const lastClose = name.lastIndexOf(']');
  let done = 0;
  for (let open = name.indexOf('['); open !== -1; open = name.indexOf('[', done)) {
    const first = open + (/[!^]/.test(name[open + 1] ?? '') ? 2 : 1);
    if (first + 1 > lastClose) break; // a bracket that closes at once is a member of the class
    yield { text: name.slice(done, open), isClass: false };
    done = name.indexOf(']', first + 1) + 1;
    yield { text: name.slice(open, done), isClass: true };
  }
  yield { text: name.slice(done), isClass: false };
}

function escapeName(name: string): string {
  if (/^\*+$/.test(name)) return name.slice(0, 2); // three stars mean two
  return [...partsOf(name)]
    .map(({ text, isClass }) =>
      isClass ? text.replaceAll('\\', '\\\\') : text.replace(/[\\{}[]/g, '\\$&'),
    )
    .join('');
}

function findSwappedRange(name: string): string | undefined {
  for (const { text, isClass } of partsOf(name)) {
    if (!isClass) continue;
    const members = Array.from(text.replace(/^\[[!^]?/, '').slice(0, -1));
    for (let at = 0; at + 2 < members.length; at += 1) {
      const [from = '', minus, to = ''] = members.slice(at, at + 3);
      if (minus !== '-') continue;
      if (from > to) return from + minus + to;
      at += 2;
    }
  }
  return undefined;
}
