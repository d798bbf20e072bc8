// The error that stops a start because of wrong settings.

/** The same text twice: in English for logs and programs, in Russian for a person at a terminal. */
export interface Wording {
  readonly english: string;
  readonly russian: string;
}

/** Settings, or what they name, are wrong: a line for each, saying what to do. A single text serves both languages. */
export class SettingsProblem extends Error {
  readonly problems: readonly Wording[];

  constructor(problems: readonly (Wording | string)[]) {
    const worded = problems.map((one) => (typeof one === 'string' ? { english: one, russian: one } : one));
    super(worded.map(({ english }) => english).join('\n'));
    this.name = 'SettingsProblem';
    this.problems = worded;
  }
}
