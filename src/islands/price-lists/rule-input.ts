import type { ReferenceRow } from '../../../contract/bridge.ts';

/** What an input of a rule with a grammar of its own is given. */
export interface RuleInput {
  readonly label: string;
  readonly hint?: string | undefined;
  /** The rule as the field of the form has it. */
  readonly value: string;
  /** Mistakes are to be shown. */
  readonly isChecked: boolean;
  readonly onChange: (value: string) => void;
}

/** The same for one that chooses among brands. */
export interface BrandsInput extends RuleInput {
  readonly brands: readonly ReferenceRow[];
}
