/** A mistake of whoever steers the sandbox, told in one sentence. */
export class ControlFailure extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
