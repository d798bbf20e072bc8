import type { StepMode } from '../../../../contract/route-modes.ts';

/** People by the ids of their profiles, which stay when an account changes hands, or by roles. */
export interface Named {
  readonly users: readonly number[];
  readonly roles: readonly number[];
}

interface KeptStep extends Named {
  readonly title: string;
  readonly mode: StepMode;
  readonly days: number | null;
  readonly next: (Named & { readonly days: number }) | null;
}

/** A template as it is kept. */
export interface TemplateContent {
  /** How a document is called; empty: its author says. */
  readonly title: string;
  /** What a document begins with. */
  readonly text: string;
  /** Who signs, in which order; none: the lists of the form. */
  readonly steps: readonly KeptStep[];
  /** Who acknowledges by default. */
  readonly recipients: Named;
  /** Whether an author may not name other acceptors. */
  readonly isFixed: boolean;
}

/** Everybody whom a template names, and the roles: each once. */
export function namedInTemplate({ steps, recipients }: TemplateContent): Named {
  const all = [...steps.flatMap((step) => [step, ...(step.next ? [step.next] : [])]), recipients];
  return {
    users: [...new Set(all.flatMap(({ users }) => users))],
    roles: [...new Set(all.flatMap(({ roles }) => roles))],
  };
}
