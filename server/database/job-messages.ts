/** What travels between the main thread and a thread that runs jobs. Errors cross as text and code only. */
export interface ThrownError {
  readonly name: string;
  readonly message: string;
  readonly code?: unknown;
  readonly stack?: string;
  /** Facts a job attached for its caller, e.g. a coded reading failure. */
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
  | { readonly type: 'close'; readonly id: number };

/** An error that a job threw in its thread, rebuilt for its caller with `code` and `facts`. */
export class JobError extends Error {
  readonly code: unknown;
  readonly facts: unknown;

  constructor(thrown: ThrownError) {
    super(thrown.message);
    this.name = thrown.name;
    this.code = thrown.code;
    this.facts = thrown.facts;
    if (thrown.stack) this.stack = thrown.stack;
  }
}

/** Packs whatever was thrown for the way across. */
export function packError(error: unknown): ThrownError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { code, facts } = error as { code?: unknown; facts?: unknown };
  return { name: error.name, message: error.message, code, facts, stack: error.stack };
}
