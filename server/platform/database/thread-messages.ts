// What the main thread and the threads of a database say to each other: requests, answers and errors.

/** An error as it crosses threads: text and codes only. */
interface ThrownError {
  readonly name: string;
  readonly message: string;
  readonly code?: unknown;
  /** Result code of SQLite: its errors all have the same `code`. */
  readonly errcode?: unknown;
  readonly stack?: string;
  /** Facts that a job attached for its caller, e.g. a coded reading failure. */
  readonly facts?: unknown;
}

export type ThreadAnswer =
  | { readonly type: 'result'; readonly id: number; readonly value: unknown }
  | { readonly type: 'error'; readonly id: number; readonly error: ThrownError }
  | { readonly type: 'message'; readonly id: number; readonly value: unknown };

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** Statements of one transaction, for the case that the first changes a row. */
export interface ChangesRequest {
  readonly type: 'changes';
  readonly id: number;
  readonly statements: readonly Statement[];
}

export type ThreadRequest =
  | ({ readonly type: 'query'; readonly id: number } & Statement)
  | ChangesRequest
  | { readonly type: 'job'; readonly id: number; readonly module: string; readonly args: unknown }
  | { readonly type: 'abort'; readonly id: number }
  | { readonly type: 'probe'; readonly id: number }
  | { readonly type: 'close'; readonly id: number };

/** An error of another thread, rebuilt for its caller with `code`, `errcode` and `facts`. */
export class JobError extends Error {
  readonly code: unknown;
  readonly errcode: unknown;
  readonly facts: unknown;

  constructor(thrown: ThrownError) {
    super(thrown.message);
    this.name = thrown.name;
    this.code = thrown.code;
    this.errcode = thrown.errcode;
    this.facts = thrown.facts;
    if (thrown.stack) this.stack = thrown.stack;
  }
}

export function packError(error: unknown): ThrownError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { code, errcode, facts } = error as { code?: unknown; errcode?: unknown; facts?: unknown };
  return { name: error.name, message: error.message, code, errcode, facts, stack: error.stack };
}
