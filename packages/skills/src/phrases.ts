/** What several tools say of the same parameter, in the same words. */
export const phrases = {
  skillName: 'Folder name of the skill',
};
