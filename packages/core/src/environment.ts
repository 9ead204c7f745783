/** Where settings are read. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment of the process: what apps that embed a server get when they give none. */
export const processEnvironment = (): Environment => process.env;
