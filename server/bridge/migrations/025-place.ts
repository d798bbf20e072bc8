import type { Migration } from '../../database/types.ts';

/** The place of a step that is made elsewhere. */
export const place: Migration = { version: 25, name: 'place', sqlite: [], postgres: [] };
