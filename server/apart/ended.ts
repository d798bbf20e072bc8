/** Why a process of its own did not come to its end. */
export type EndedCode = 'TOO_MUCH_MEMORY' | 'TOO_MUCH_TIME' | 'CANCELLED' | 'CRASHED';

/** Work that was ended from outside or broke down. */
export class EndedApart extends Error {
  readonly code: EndedCode;

  constructor(code: EndedCode, options?: ErrorOptions) {
    super(code, options);
    this.name = 'EndedApart';
    this.code = code;
  }
}
