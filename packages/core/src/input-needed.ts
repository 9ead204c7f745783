/** Thrown inside a 2026-protocol call to end it with questions; the client calls again. */
export class InputNeeded<Request> extends Error {
  readonly requests: Readonly<Record<string, Request>>;
  constructor(requests: Readonly<Record<string, Request>>) {
    super('input needed');
    this.requests = requests;
  }
}
