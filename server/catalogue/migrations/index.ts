import type { Migration } from '../../platform/database/types.ts';
import { catalogue } from './001-catalogue.ts';
import { searchIndex } from './002-search-index.ts';
import { keysWithoutTrigger } from './003-keys-without-trigger.ts';
import { fewerIndexes } from './004-fewer-indexes.ts';
import { photoState } from './005-photo-state.ts';
import { changeLog } from './006-change-log.ts';
import { waitingRows } from './007-waiting-rows.ts';
import { pendingUpkeep } from './008-pending-upkeep.ts';
import { runHistory } from './009-run-history.ts';
import { undo } from './010-undo.ts';
import { exchange } from './011-exchange.ts';
import { importSources } from './012-import-sources.ts';
import { cheaperImports } from './013-cheaper-imports.ts';
import { runNotices } from './014-run-notices.ts';
import { parts } from './015-parts.ts';
import { requests } from './016-requests.ts';
import { searchWords } from './017-search-words.ts';
import { roomForPrices } from './018-room-for-prices.ts';
import { crosses } from './019-crosses.ts';
import { offerTerms } from './020-offer-terms.ts';
import { runMails } from './021-run-mails.ts';
import { runWorkers } from './022-run-workers.ts';
import { handedOverRuns } from './023-handed-over-runs.ts';
import { demonstration } from './024-demonstration.ts';
import { requestDays } from './025-request-days.ts';

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
  runHistory,
  undo,
  exchange,
  importSources,
  cheaperImports,
  runNotices,
  parts,
  requests,
  searchWords,
  roomForPrices,
  crosses,
  offerTerms,
  runMails,
  runWorkers,
  handedOverRuns,
  demonstration,
  requestDays,
];
