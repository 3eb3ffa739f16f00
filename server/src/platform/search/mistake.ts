/** An error in a filter or sort expression: its position, counted from 1, and how to fix it. */
export class Mistake extends Error {
  readonly position: number | null;

  /** Without an offset the whole value is invalid. */
  constructor(offset: number | null, message: string) {
    super(offset === null ? message : `At position ${offset + 1}: ${message}`);
    this.name = 'Mistake';
    this.position = offset === null ? null : offset + 1;
  }
}
