/** Says whose state a call over HTTP may use, when it names neither a session nor a caller. */
export interface AdapterOptions {
  /** The session of such calls; undefined, the default, refuses tools that keep live state. */
  readonly sessionWithoutId?: string | undefined;
}
