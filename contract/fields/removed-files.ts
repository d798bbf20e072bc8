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
    if (typeof value !== 'object' && typeof value !== 'string') return new Refusal('invalid body');
    const names: unknown[] =
      typeof value === 'string' ? [value] : Array.isArray(value) ? value : Object.keys(value);
    const removed = new Set(names.filter((name) => typeof name === 'string'));
    return removed.size > SCANS_MAX ? new Refusal('request entity too large') : [...removed];
  },
};
