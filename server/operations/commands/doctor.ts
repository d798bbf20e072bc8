/** Looks whether databases and files of a shop are sound and agree; the server may be running. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { accountsChecks } from '../../accounts/doctor.ts';
import { catalogueChecks } from '../../catalogue/doctor.ts';
import type { Check } from '../../platform/doctor/check.ts';
import { type CheckResult, examine, lostFolderOf } from '../../platform/doctor/examine.ts';
import { writeForOwnerOnly } from '../../platform/files/folder-access.ts';
import { slidesChecks } from '../../slides/doctor.ts';
import type { Config, ServiceName } from '../config/config.ts';
import { databaseOf, storesOf } from '../config/places.ts';
import { wrongUsage } from '../console/problems.ts';
import { MIGRATIONS } from '../services/migrations.ts';
import { portalChecks } from '../services/portal-checks.ts';
import { runCommand, shopConfig } from './command-line.ts';

const USAGE = `Looks whether databases and files are sound and agree with each other; the server may be running.

  parts doctor [--repair]

Every row has its file and every file its row, with the content that was received; search index, parts, numbers, hashes
and references agree. What may just be under way is told apart and counts for nothing. --repair mends what nothing can
be lost by: the search index and parts are made anew, files that nothing names are moved to DATA_DIR/lost, also those of an
object storage (FILES_URL).
The last line of standard output is JSON. It ends with 0: sound, 1: something is wrong, 2: wrongly asked.`;

const clock = () => Date.now();
/** Sentences of one check that are printed. */
const NAMED_MAX = 20;

/** What each service knows of its own soundness. */
function checksOf(config: Config, service: ServiceName): readonly Check[] {
  const { dialect } = databaseOf(config, service);
  if (service === 'bridge') return catalogueChecks(dialect, join(config.dataDir, 'copies'));
  return { mauth: accountsChecks, informator: portalChecks, mnote: slidesChecks }[service](dialect);
}

interface Sums {
  findings: number;
  moving: number;
  checks: number;
  readonly byCheck: Record<string, number>;
  readonly repaired: string[];
}

async function examineShop(config: Config, repair: boolean): Promise<Sums> {
  const sums: Sums = { findings: 0, moving: 0, checks: 0, byCheck: {}, repaired: [] };
  let services = 0;
  for (const service of config.services) {
    const location = databaseOf(config, service);
    if (location.dialect === 'sqlite' && !(await stat(location.file).catch(() => null))) continue;
    services += 1;
    const patient = {
      location,
      stores: storesOf(config, service, clock),
      lostFolder: lostFolderOf(config.dataDir, service),
      schema: MIGRATIONS[service].length,
      checks: checksOf(config, service),
      clock,
    };
    for await (const examined of examine(patient, repair)) add(sums, service, examined);
  }
  if (services === 0) throw wrongUsage(`there is no database in ${config.dataDir}`);
  return sums;
}

function add(sums: Sums, service: ServiceName, { check, faults, moving, mended }: CheckResult): void {
  const name = `${service}, ${check}`;
  sums.checks += 1;
  sums.findings += faults.length;
  sums.moving += moving.length;
  if (faults.length > 0) sums.byCheck[name] = faults.length;
  if (mended !== null) {
    sums.repaired.push(`${name}: ${mended}`);
    console.log(`${name}: ${mended}`);
  }
  for (const fault of faults.slice(0, NAMED_MAX)) console.log(`${name}: ${fault}`);
  if (faults.length > NAMED_MAX) console.log(`${name}: and ${faults.length - NAMED_MAX} more`);
  for (const word of moving.slice(0, NAMED_MAX)) console.log(`${name} (no fault): ${word}`);
}

writeForOwnerOnly();
await runCommand(async () => {
  const { values } = parseArgs({
    options: { repair: { type: 'boolean', default: false }, help: { type: 'boolean' } },
  });
  if (values.help) return USAGE;
  const { byCheck, ...sums } = await examineShop(await shopConfig(), values.repair);
  if (sums.findings > 0) process.exitCode = 1;
  return JSON.stringify({ sound: sums.findings === 0, ...sums, byCheck });
});
