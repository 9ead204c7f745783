/** What several tools say of the same thing, in the same words. */
export const phrases = {
  key: 'Name of the memory, such as "client:acme:format"',
  file: 'File in the memory, such as "projects/notes.md"',
  skipped: 'Unreadable files are named in a second block.',
};
