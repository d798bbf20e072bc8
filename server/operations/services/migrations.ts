import { accountsMigrations as mauth } from '../../accounts/migrations/index.ts';
import { migrations as bridge } from '../../catalogue/migrations/index.ts';
import type { Migration } from '../../platform/database/types.ts';
import { portalMigrations as informator } from '../../portal-database/migrations/index.ts';
import { slidesMigrations as mnote } from '../../slides/migrations/index.ts';
import type { ServiceName } from '../config/config.ts';

/** What this program knows of each service's tables. */
export const MIGRATIONS: Readonly<Record<ServiceName, readonly Migration[]>> = { mauth, bridge, informator, mnote };
