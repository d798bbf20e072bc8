/** Imports one price list from the command line, beside a running server or without one. */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { pino } from 'pino';
import { TITLE_MAX } from '../../../contract/limits.ts';
import { SettingsProblem } from '../../../settings/problem.ts';
import { migrations } from '../../catalogue/context/migrations.ts';
import type { CatalogueSchema } from '../../catalogue/context/schema.ts';
import { createReference, listReferences, referencesOfTitle } from '../../catalogue/positions/references.ts';
import { openDatabase } from '../../platform/database/open.ts';
import { retryWhileBusy } from '../../platform/database/sqlite-locks.ts';
import type { Database } from '../../platform/database/types.ts';
import { writeForOwnerOnly } from '../../platform/files/folder-access.ts';
import { HttpError } from '../../platform/http/request.ts';
import { guessForm } from '../../price-lists/guess/guess-file.ts';
import type { FormFields } from '../../price-lists/rules/form-fields.ts';
import { uploadError } from '../../price-lists/runs/failures.ts';
import { keptFilesIn } from '../../price-lists/runs/order.ts';
import { type ImportQueue, openImportQueue } from '../../price-lists/runs/queue.ts';
import { listPresets } from '../../price-lists/settings/presets.ts';
import { type Config, databaseOf, filesOf, storesOf } from '../config/config.ts';
import { openDataFolder } from '../config/data-folder.ts';
import { Refused } from '../console/problems.ts';
import { shopConfig, takeSettingsOption } from './command-line.ts';
import * as importArguments from './import-arguments.ts';

const SHOWN = 10;

/** Whatever the case of its title; `creates` adds a missing one. Throws Refused for an unknown or ambiguous title. */
async function ownerOf(
  database: Database<CatalogueSchema>,
  table: 'brands' | 'providers',
  title: string,
  { creates, isDryRun, now }: { readonly creates: boolean; readonly isDryRun: boolean; readonly now: number },
): Promise<number> {
  const word = table === 'brands' ? 'brand' : 'provider';
  const [found, second] = await referencesOfTitle(database.read, table, title);
  if (second) throw new Refused(`several ${table} are called «${title}»: rename all but one`);
  if (found) return found.id;
  if (!creates) {
    const all = await listReferences(database.read, table);
    throw new Refused(`no ${word} is called «${title}»; ${knownTitles(all, word)}`);
  }
  if (isDryRun) throw new Refused(`no ${word} is called «${title}», and a dry run adds none`);
  if (title.length > TITLE_MAX) throw new Refused(`a title has at most ${TITLE_MAX} characters`);
  return (await createReference(database, table, title, now)).row.id;
}

function knownTitles(all: readonly { readonly title: string }[], word: string): string {
  const shown = all.slice(0, SHOWN).map(({ title }) => `«${title}»`);
  const more = all.length > SHOWN ? ` and ${all.length - SHOWN} more` : '';
  return all.length === 0
    ? `there is none yet: --create adds it`
    : `there are ${shown.join(', ')}${more}; --create adds another ${word}`;
}

/** The fields of the upload form: of the preset that was named, else as the file itself suggests. Throws Refused. */
async function formFor(
  database: Database<CatalogueSchema>,
  asked: importArguments.ImportArguments,
  owners: { readonly brandId: number; readonly providerId: number },
  queue: Pick<ImportQueue, 'staged'>,
  say: (line: string) => void,
): Promise<FormFields> {
  const read =
    asked.preset === undefined ? guessed(asked, queue, say) : preset(database, asked.preset, owners.providerId);
  return {
    addNewPositionMode: 'on',
    ...(await read),
    ...(asked.sheet === undefined ? {} : { sheet: asked.sheet }),
    ...asked.fields,
    brandId: String(owners.brandId),
    providerId: String(owners.providerId),
  };
}

async function preset(database: Database<CatalogueSchema>, name: string, providerId: number): Promise<FormFields> {
  const all = await listPresets(database.read, providerId);
  const found = all.find((saved) => saved.name.trim().toLowerCase() === name.trim().toLowerCase());
  if (found) return { ...found.fields, preset: String(found.id) };
  const known = all.map((saved) => `«${saved.name}»`).join(', ');
  throw new Refused(`the provider has no preset «${name}»${known ? `; there are ${known}` : ''}`);
}

async function guessed(
  { file, sheet, takesGuess }: importArguments.ImportArguments,
  { staged }: Pick<ImportQueue, 'staged'>,
  say: (line: string) => void,
) {
  const form = guessForm(await staged.of(file), sheet);
  if (!form) throw new Refused(sheet === undefined ? 'the file has no sheet' : `the file has no sheet «${sheet}»`);
  const line = importArguments.guessLine(form.guess);
  say(`guessed: ${line}`);
  if (form.isCertain || takesGuess) return form.fields;
  throw new Refused(`the layout is not certain; say what the columns are with --field, or --yes`);
}

interface OwnCopy {
  readonly path: string;
  readonly originalName: string;
  readonly bytes: number;
  remove(): Promise<void>;
}

/** With the rights of the caller. Throws Refused when there is none. */
async function openSource(file: string): Promise<FileHandle> {
  const source = await open(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EACCES') throw new Refused(`the file ${file} cannot be read: ${error.message}`);
    return null;
  });
  if ((await source?.stat())?.isFile() && source) return source;
  await source?.close();
  throw new Refused(`there is no file ${file}`);
}

async function copyOf(source: FileHandle, file: string, folder: string): Promise<OwnCopy> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${process.pid}-${randomUUID()}.part`);
  const written = createWriteStream(path);
  await pipeline(source.createReadStream(), written);
  return { path, originalName: basename(file), bytes: written.bytesWritten, remove: () => rm(path, { force: true }) };
}

function exitOf(thrown: unknown): { readonly code: number; readonly text: unknown } {
  if (thrown instanceof Refused) return { code: thrown.code, text: thrown.message };
  if (thrown instanceof SettingsProblem) return { code: 2, text: thrown.message };
  const problem = uploadError(thrown);
  if (!(problem instanceof HttpError)) return { code: 1, text: problem };
  const { suspicions = [], message } = problem.facts as { message?: string; suspicions?: readonly { text: string }[] };
  if (problem.message !== 'import looks wrong') return { code: 1, text: message ?? problem.message };
  const why = suspicions.map(({ text }) => `  ${text}`).join('\n');
  return { code: 3, text: `the file looks wrong, nothing was written:\n${why}\n--confirm imports it all the same` };
}

const clock = () => Date.now();
const log = pino({ level: 'silent' });

async function run(asked: importArguments.ImportArguments): Promise<object> {
  // The caller may read it, the owner of the data folder perhaps not.
  const source = await openSource(asked.file);
  const config = await shopConfig();
  await openDataFolder(config.dataDir);
  const files = filesOf(config, 'bridge');
  const copy = await copyOf(source, asked.file, join(files, 'incoming'));
  try {
    const view = importArguments.progressOn(process.stderr);
    const location = databaseOf(config, 'bridge');
    const database = await retryWhileBusy(() => openDatabase<CatalogueSchema>(location, migrations), view.say);
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
  database: Database<CatalogueSchema>,
  config: Config,
  asked: importArguments.ImportArguments,
  { file, view }: { readonly file: OwnCopy; readonly view: importArguments.ProgressView },
): Promise<object> {
  const { timeZone, priceTtlDays } = config;
  const kept = keptFilesIn(storesOf(config, 'bridge', clock).of('received'));
  const incomingFolder = join(filesOf(config, 'bridge'), 'incoming');
  const context = { database, incomingFolder, timeZone, priceTtlDays, clock, log };
  const queue = openImportQueue(context, kept, { say: view.say });
  const { signal } = abortedBySignals();
  const rule = { creates: asked.creates, isDryRun: asked.isDryRun, now: clock() };
  const brandId = await ownerOf(database, 'brands', asked.brand, rule);
  const providerId = await ownerOf(database, 'providers', asked.provider, rule);
  const fields = await formFor(database, { ...asked, file: file.path }, { brandId, providerId }, queue, view.say);
  const order = { file, fields, uid: '', who: 'npm run import', source: 'command' } as const;
  if (asked.isDryRun) {
    const { counts, suspicions } = await queue.plan({ ...order, confirm: 'plain' }, view.show, signal);
    return { dryRun: true, ...counts, suspicions };
  }
  const confirm = asked.isConfirmed ? 'confirmed' : 'asked';
  try {
    const { runId, counts, doubtful } = await queue.submit({ ...order, confirm }, view.show, signal);
    return { runId, ...counts, suspicions: doubtful };
  } finally {
    await queue.stop();
  }
}

function abortedBySignals(): AbortController {
  const abort = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => abort.abort(new Error('cancelled')));
  return abort;
}

writeForOwnerOnly();
try {
  takeSettingsOption();
  const asked = importArguments.readArguments(process.argv.slice(2));
  console.log(asked ? JSON.stringify(await run(asked)) : importArguments.USAGE);
} catch (problem) {
  const { code, text } = exitOf(problem);
  console.error(text);
  process.exitCode = code;
}
