import { SCANS_MAX } from '../limits.ts';
import { type Field, Refusal } from './field.ts';

/** Files that a save takes off a document; names that it does not have (any more) change nothing. */
export const removedFiles: Field<readonly string[]> = {
  schema: {
    type: ['object', 'array', 'string', 'null'],
    description:
      'Attached files to take off, by `fileName`: boxes `removed[fileName]`, whatever their texts, or a list',
    examples: [['4f1c9a52-scan.pdf']],
  },
  read: (value) => {
    if (value === undefined || value === null || value === '') return [];
    const names: unknown[] = Array.isArray(value)
      ? value
      : typeof value === 'object'
        ? Object.keys(value)
        : [value];
    const removed = new Set(names.filter((name) => typeof name === 'string'));
    return removed.size > SCANS_MAX ? new Refusal('request entity too large') : [...removed];
  },
};
