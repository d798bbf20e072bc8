import type { Field } from './field.ts';

/** More characters than any name that the API gives. */
const NAME_MAX = 100;

/** A kept file by the name that the API gave it; null for what is no name: no file is called so. */
export const fileName: Field<string | null> = {
  schema: { description: '`fileName` of one of the files', examples: ['4f1c9a52-scan.pdf'] },
  read: (value) => (typeof value === 'string' && value.length <= NAME_MAX ? value : null),
};
