import { type Form, Refusal, readFields } from '../../../contract/fields/field.ts';

/** What the server would refuse is not sent: the code that it would answer, known beforehand. */
export class Unsendable extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** The fields of a form as typed, if the server takes them. Throws Unsendable, which is told like an answer of the server. */
export function checked<Typed extends object>(form: Form, typed: Typed): Typed {
  const read = readFields(form, typed);
  if (read instanceof Refusal) throw new Unsendable(read.error);
  return typed;
}
