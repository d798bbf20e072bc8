// The table steps of every service by its name in the API: mauth = accounts, bridge = catalogue, price lists and
// requests, informator = people, documents and pages, mnote = slides.
import { accountsMigrations as mauth } from '../../accounts/migrations.ts';
import { migrations as bridge } from '../../catalogue/context/migrations.ts';
import type { Migration } from '../../platform/database/types.ts';
import { portalMigrations as informator } from '../../portal-database/migrations.ts';
import { slidesMigrations as mnote } from '../../slides/migrations.ts';
import type { ServiceName } from '../config/config.ts';

export const MIGRATIONS: Readonly<Record<ServiceName, readonly Migration[]>> = { mauth, bridge, informator, mnote };
