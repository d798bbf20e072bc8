import type { Migration } from '../../database/types.ts';
import { catalogue } from './001-catalogue.ts';
import { searchIndex } from './002-search-index.ts';
import { keysWithoutTrigger } from './003-keys-without-trigger.ts';
import { fewerIndexes } from './004-fewer-indexes.ts';
import { photoState } from './005-photo-state.ts';
import { changeLog } from './006-change-log.ts';
import { waitingRows } from './007-waiting-rows.ts';
import { pendingUpkeep } from './008-pending-upkeep.ts';

/** Every step of the catalogue's schema, in order. */
export const migrations: readonly Migration[] = [
  catalogue,
  searchIndex,
  keysWithoutTrigger,
  fewerIndexes,
  photoState,
  changeLog,
  waitingRows,
  pendingUpkeep,
];
