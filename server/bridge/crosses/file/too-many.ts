/** Thrown for a file that says more crosses than one may; it crosses a thread by its code. */
export class TooManyCrosses extends Error {
  readonly code = 'TOO_MANY_CROSSES';

  constructor() {
    super('too many crosses');
  }
}
