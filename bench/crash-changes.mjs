import { join } from 'node:path';
import { memory, ours, theirs } from './servers.mjs';

/** More than one system call can write: Node writes half a megabyte at a time. */
const lineCount = 60_000;

/**
 * The changes to kill in the middle. `before` and `after` are the files of the folder, contents by
 * path; `again` is a call that a new server on the same folder must then be able to make.
 */
export const changes = () => [...fileChanges(), ...memoryChanges()];

function fileChanges() {
  const lines = Array.from({ length: lineCount }, (_, index) => `line ${index} of the old text`);
  const old = `${lines.join('\n')}\n`;
  const replaced = 'line 30000 of the old text';
  const replacement = 'line 30000, which is new';
  const edited = old.replace(replaced, replacement);
  const content = `${lines.map(line => `${line}, written anew`).join('\n')}\n`;
  const patch = `--- a/target.txt
+++ b/target.txt
@@ -30001 +30001 @@
-${replaced}
+${replacement}
`;
  const path = folder => join(folder, 'target.txt');
  const write = tool => ({
    tool,
    toolArguments: folder => ({ path: path(folder), content }),
    after: { 'target.txt': content },
  });
  const edit = (tool, more) => ({
    name: tool,
    tool,
    toolArguments: folder => ({ path: path(folder), ...more }),
    before: { 'target.txt': old },
    after: { 'target.txt': edited },
  });
  const replacing = {
    name: 'write_file, replacing',
    ...write('write_file'),
    before: { 'target.txt': old },
  };
  const making = { name: 'write_file, new file', ...write('write_file'), before: {} };
  const our = { label: '@std-tools/fs', server: ours };
  const their = { label: 'server-filesystem', server: theirs };
  return [
    { ...our, ...replacing },
    { ...our, ...making },
    { ...our, name: 'create_file', ...write('create_file'), before: {} },
    { ...our, ...edit('edit_file', { old_string: replaced, new_string: replacement }) },
    { ...our, ...edit('apply_patch', { patch }) },
    { ...their, ...replacing },
    { ...their, ...making },
    { ...their, ...edit('edit_file', { edits: [{ oldText: replaced, newText: replacement }] }) },
  ];
}

function memoryChanges() {
  const entry = value => JSON.stringify({ key: 'plan', value }, null, 2);
  const [first, second] = [
    'the first line\n'.repeat(lineCount),
    'the second line\n'.repeat(lineCount),
  ];
  const change = (tool, toolArguments, before, after) => ({
    label: '@std-tools/memory',
    server: memory,
    name: tool,
    tool,
    toolArguments: () => toolArguments,
    before,
    after,
    again: { tool: 'write_memory', toolArguments: { key: 'later', value: 'on' } },
  });
  const note = { path: '/notes/a.md' };
  const noted = text => ({ 'notes/a.md': text });
  return [
    change(
      'write_memory',
      { key: 'plan', value: second },
      { 'plan.json': entry(first) },
      { 'plan.json': entry(second) },
    ),
    change('memory_create', { ...note, file_text: first }, {}, noted(first)),
    change(
      'memory_str_replace',
      { ...note, old_str: 'a unique line\n', new_str: second },
      noted(`${first}a unique line\n`),
      noted(`${first}${second}`),
    ),
    change(
      'memory_insert',
      { ...note, insert_line: 0, insert_text: second },
      noted(first),
      noted(`${second}${first}`),
    ),
    change('memory_rename', { old_path: '/notes/a.md', new_path: '/kept/b.md' }, noted(first), {
      'kept/b.md': first,
    }),
    change(
      'memory_delete',
      { path: '/notes' },
      { 'notes/a.md': first, 'notes/b/c.md': second, 'd.md': first },
      { 'd.md': first },
    ),
  ];
}
