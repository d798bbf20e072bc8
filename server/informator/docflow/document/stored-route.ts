import type { StepRule } from './route-rules.ts';

/** A step as a document keeps it: a template that changes meanwhile does not touch it. People stand in the signatories. */
export interface StoredStep extends StepRule {
  /** What it is called; empty: it has no name. */
  readonly title: string;
  /** Who may decide besides when the step is overdue by that many days, by the ids of profiles; null: nobody. */
  readonly next: { readonly days: number; readonly users: readonly number[] } | null;
}

/** The route of a document, as resolved when it was made. */
export interface StoredRoute {
  /** The version of the template it comes from. */
  readonly version: number;
  /** Whoever saved that version, by the id of the profile; null: not known. */
  readonly owner: number | null;
  readonly steps: readonly StoredStep[];
}

/** The route in a column of `documents`. */
export const storedRouteOf = (text: string | null): StoredRoute | null =>
  text === null ? null : (JSON.parse(text) as StoredRoute);
