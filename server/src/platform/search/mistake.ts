/** Something in a filter or sort expression that a person can mend: where it is, counted from 1, and what to write. */
export class Mistake extends Error {
  readonly position: number | null;

  /** Without an offset it is the whole value that is wrong. */
  constructor(offset: number | null, message: string) {
    super(offset === null ? message : `At position ${offset + 1}: ${message}`);
    this.name = 'Mistake';
    this.position = offset === null ? null : offset + 1;
  }
}
