/** A process of its own that has a run of a catalogue waiting, until it is killed. */
import { startRun } from '../../../server/bridge/import/run/runs.ts';
import { settingsOf } from '../../../server/bridge/import/settings.ts';
import { migrations } from '../../../server/bridge/migrations/index.ts';
import type { BridgeSchema } from '../../../server/bridge/schema.ts';
import { openDatabase } from '../../../server/database/open.ts';
import type { DatabaseLocation } from '../../../server/database/types.ts';

const location = JSON.parse(process.argv[2] ?? '') as DatabaseLocation;
const database = await openDatabase<BridgeSchema>(location, migrations);
const run = { uploadId: null, uid: 'admin', fileName: 'x.xls', settings: settingsOf({}) };
await database.claims?.hold(await startRun(database, run, 1));
process.send?.('waits');
