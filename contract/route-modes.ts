/** Who of a step's people signs: all of them, or any one. Plain constants: the browser needs them too. */
export const STEP_MODES = ['all', 'any'] as const;
export type StepMode = (typeof STEP_MODES)[number];

/** What stands in the text and the name of a template for what is known when a document is made. */
export const PLACEHOLDERS = {
  number: '{{номер}}',
  day: '{{дата}}',
  author: '{{автор}}',
  counterparty: '{{контрагент}}',
} as const;
