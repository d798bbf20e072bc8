import type { Failure } from '../../lib/http/failure.ts';

/** What the editor of one reference list says. */
export interface DataListTexts {
  readonly heading: string;
  /** Label of the one field of a row. */
  readonly field: string;
  readonly searchPlaceholder: string;
  /** Refusals of a row, by code of the API. */
  readonly errors?: Readonly<Record<string, string>>;
  /** Why a row in use stays, from the facts of the refusal; without it the row may be removed with what uses it. */
  readonly inUse?: (facts: Failure['facts']) => string;
  /** Mark of rows that can be neither changed nor removed. */
  readonly protected?: string;
  /** What a ticked row means, where rows have a flag, and what is said after a tick. */
  readonly flag?: string;
  readonly flagged?: (title: string, isOn: boolean) => string;
}
