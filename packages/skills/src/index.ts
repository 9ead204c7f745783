export { skillsConfig } from './config.ts';
export { createSkillsServer, type SkillsOptions, type SkillsSettings } from './server.ts';
