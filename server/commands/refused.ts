/** What was asked for cannot be done; the message is for the person who asked. `code` is how the command ends. */
export class Refused extends Error {
  readonly code: number;

  constructor(message: string, code = 1) {
    super(message);
    this.code = code;
  }
}

/** The command line itself is wrong. */
export const misused = (message: string): Refused => new Refused(message, 2);
