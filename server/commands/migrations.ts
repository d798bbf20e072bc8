import { migrations as bridge } from '../bridge/migrations/index.ts';
import type { ServiceName } from '../config/config.ts';
import type { Migration } from '../database/types.ts';
import { informatorMigrations as informator } from '../informator/migrations/index.ts';
import { mauthMigrations as mauth } from '../mauth/migrations/index.ts';
import { mnoteMigrations as mnote } from '../mnote/migrations/index.ts';

/** What this program knows of each service's tables. */
export const MIGRATIONS: Readonly<Record<ServiceName, readonly Migration[]>> = {
  mauth,
  bridge,
  informator,
  mnote,
};
