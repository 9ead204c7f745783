/** The most characters of a skill's name. */
export const maxNameCharacters = 64;

/** What a skill's name may hold, in words for messages. */
export const nameRule =
  'lowercase letters and digits, with single hyphens between them, 1 to 64 characters';

/** True when only allowed characters stand in allowed places; the length is not looked at. */
export const hasNameForm = (name: string): boolean => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name);

/** True for a name that tools accept, which is also a safe folder name. */
export const isSkillName = (name: string): boolean =>
  name.length <= maxNameCharacters && hasNameForm(name);
