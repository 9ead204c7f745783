/** What several tools say of the same parameter, in the same words. */
export const phrases = {
  createFolders: 'Make missing parent folders, else they are an error',
  encoding: 'Python codec name, such as "cp1252"',
  exclude: 'Globs of files and folders to leave out at any depth, such as "node_modules"',
  gitignore: 'Leave out .git and what .gitignore files name',
  includeHidden: 'Also names that start with a dot',
};
