// Made by `pnpm gen`; do not edit.
export const version = '0.1.0';
