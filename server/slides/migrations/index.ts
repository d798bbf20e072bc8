import type { Migration } from '../../platform/database/types.ts';
import { notes } from './001-notes.ts';
import { places } from './002-places.ts';
import { demonstration } from './003-demonstration.ts';

/** The steps of the notes service's schema, oldest first. */
export const slidesMigrations: readonly Migration[] = [notes, places, demonstration];
