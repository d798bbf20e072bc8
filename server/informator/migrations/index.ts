import type { Migration } from '../../database/types.ts';
import { users } from './001-users.ts';

/** The steps of the info service's schema, oldest first. */
export const informatorMigrations: readonly Migration[] = [users];
