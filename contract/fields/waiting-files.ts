import { SCANS_MAX } from '../limits.ts';
import { type Field, Refusal } from './field.ts';

/** Files that wait at the server and are attached by a save. */
export const waitingFiles: Field<readonly string[]> = {
  schema: {
    type: ['object', 'array', 'string', 'null'],
    description:
      `Own waiting files to attach, by \`fileName\`, at most ${SCANS_MAX}: boxes \`waiting[fileName]\`, whatever their ` +
      'texts, or a list',
    examples: [['4f1c9a52d0a94c7d8f6b1f2a3b4c5d6e.pdf']],
  },
  read: (value) => {
    if (value === undefined || value === null || value === '') return [];
    if (typeof value !== 'object') return new Refusal('invalid waiting files');
    const names: unknown[] = Array.isArray(value) ? value : Object.keys(value);
    if (!names.every((name) => typeof name === 'string')) return new Refusal('invalid waiting files');
    const sent = new Set(names as string[]);
    return sent.size > SCANS_MAX ? new Refusal('request entity too large') : [...sent];
  },
};
