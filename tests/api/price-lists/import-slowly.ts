import { openStagedLists } from '../../../server/price-lists/guess/staged-lists.ts';
import { runImport } from '../../../server/price-lists/runs/jobs.ts';
import { startRun } from '../../../server/price-lists/runs/run-store.ts';
import { settingsOf } from '../../../server/price-lists/settings/import-settings.ts';
import { EVENING } from '../../support/moment.ts';
import { openShop } from './evening-shop.ts';

/** A process to be killed: imports a price list and prints a line for each report of progress. */
const [location = '', filesFolder = '', file = ''] = process.argv.slice(2);
const bridge = await openShop(JSON.parse(location), filesFolder);
const settings = settingsOf({ brandId: '1', providerId: '1', addNewPositionMode: 'on' });
const runId = await startRun(bridge.database, { uploadId: null, uid: 'admin', fileName: 'a.csv', settings }, 1);
const run = {
  runId,
  staged: await openStagedLists(`${file}-staged`, () => EVENING).of(file),
  settings,
  now: 1,
  today: 0,
  priceTtlDays: 0,
};
const report = ({ rows }: { rows: number }) => process.stdout.write(rows > 0 ? 'rows\n' : '');
await runImport(bridge.database, run, report, new AbortController().signal);
process.stdout.write('done\n');
