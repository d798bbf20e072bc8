/** Imports one price list from the command line, beside a running server or without one. */
import { join } from 'node:path';
import { pino } from 'pino';
import { openDesk } from '../bridge/import/run/desk.ts';
import { keptFilesIn } from '../bridge/import/run/kept-files.ts';
import { migrations } from '../bridge/migrations/index.ts';
import type { BridgeSchema } from '../bridge/schema.ts';
import type { Config } from '../config/config.ts';
import { openDataFolder } from '../config/data-folder.ts';
import { databaseOf, filesOf, storesOf } from '../config/places.ts';
import { openDatabase } from '../database/open.ts';
import { whenFree } from '../database/sqlite/when-free.ts';
import type { Database } from '../database/types.ts';
import { writeForOwnerOnly } from '../files/owner-only.ts';
import { type Asked, readArguments, USAGE } from './importing/arguments.ts';
import { explain } from './importing/explain.ts';
import { formFor } from './importing/form.ts';
import { copyOf, type OwnCopy, openSource } from './importing/own-copy.ts';
import { ownerOf } from './importing/owners.ts';
import { type ProgressView, progressOn } from './importing/progress.ts';
import { shopConfig, takeSettingsWord } from './shop-config.ts';

const clock = () => Date.now();
const log = pino({ level: 'silent' });

/** The counts of what was done, or would be. */
async function run(asked: Asked): Promise<object> {
  // Whoever calls may read it, and the owner of the data folder perhaps not.
  const source = await openSource(asked.file);
  const config = await shopConfig();
  await openDataFolder(config.dataFolder);
  const files = filesOf(config, 'bridge');
  const copy = await copyOf(source, asked.file, join(files, 'incoming'));
  try {
    const view = progressOn(process.stderr);
    const location = databaseOf(config, 'bridge');
    const database = await whenFree(() => openDatabase<BridgeSchema>(location, migrations), view.say);
    try {
      return await importInto(database, config, asked, { file: copy, view });
    } finally {
      view.end();
      await database.close();
    }
  } finally {
    await copy.remove();
  }
}

async function importInto(
  database: Database<BridgeSchema>,
  config: Config,
  asked: Asked,
  { file, view }: { readonly file: OwnCopy; readonly view: ProgressView },
): Promise<object> {
  const { timeZone, priceTtlDays } = config;
  const kept = keptFilesIn(storesOf(config, 'bridge', clock).of('received'));
  const desk = openDesk({ database, timeZone, priceTtlDays, clock, log }, kept, { say: view.say });
  const { signal } = abortedBySignals();
  const rule = { creates: asked.creates, isDryRun: asked.isDryRun, now: clock() };
  const brandId = await ownerOf(database, 'brands', asked.brand, rule);
  const providerId = await ownerOf(database, 'providers', asked.provider, rule);
  const fields = await formFor(database, { ...asked, file: file.path }, { brandId, providerId }, view.say);
  const order = { file, fields, uid: '', who: 'npm run import', source: 'command' } as const;
  if (asked.isDryRun) {
    const { counts, suspicions } = await desk.plan({ ...order, confirm: 'plain' }, view.show, signal);
    return { dryRun: true, ...counts, suspicions };
  }
  const confirm = asked.isConfirmed ? 'confirmed' : 'asked';
  try {
    const { runId, counts, doubtful } = await desk.submit({ ...order, confirm }, view.show, signal);
    return { runId, ...counts, suspicions: doubtful };
  } finally {
    await desk.stop();
  }
}

function abortedBySignals(): AbortController {
  const abort = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => abort.abort(new Error('cancelled')));
  return abort;
}

writeForOwnerOnly();
try {
  takeSettingsWord();
  const asked = readArguments(process.argv.slice(2));
  console.log(asked ? JSON.stringify(await run(asked)) : USAGE);
} catch (problem) {
  const { code, text } = explain(problem);
  console.error(text);
  process.exitCode = code;
}
