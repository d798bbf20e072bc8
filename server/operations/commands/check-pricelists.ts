/** Shows how the price lists of a folder are guessed and imported; an INDEX.md there says what must come of each. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UploadAnswer, UploadDoubt } from '../../../contract/catalogue/runs.ts';
import type { SheetGuess } from '../../../contract/price-lists/guess.ts';
import { columnLetters } from '../../../rules/format/sheet-columns.ts';
import { migrations } from '../../catalogue/context/migrations.ts';
import type { CatalogueSchema } from '../../catalogue/context/schema.ts';
import { currencyInHeading, readMoney } from '../../catalogue/sheets/cell-values.ts';
import { openDatabase } from '../../platform/database/open.ts';
import type { Database } from '../../platform/database/types.ts';
import { writeForOwnerOnly } from '../../platform/files/folder-access.ts';
import { ReadError } from '../../platform/sheet-reader/messages.ts';
import { readPriceFile } from '../../platform/sheet-reader/reader.ts';
import { formOfGuess, guessBook } from '../../price-lists/guess/guess-file.ts';
import { guessesOf, openStagedLists } from '../../price-lists/guess/staged-lists.ts';
import type { FormFields } from '../../price-lists/rules/form-fields.ts';
import { runImport, runPlan } from '../../price-lists/runs/jobs.ts';
import { startRun } from '../../price-lists/runs/run-store.ts';
import { settingsOf } from '../../price-lists/settings/import-settings.ts';
import { guessLine } from './import-arguments.ts';
import { type IndexedList, parseIndex } from './price-list-index.ts';

/** Fields whose columns are mistaken on purpose. */
const MISTAKEN = ['article', 'title', 'price', 'amount'] as const;
type Mistaken = (typeof MISTAKEN)[number];

interface MisplacedOutcome {
  readonly tried: number;
  /** Mistakes that no dry run found, as `price=F`. */
  readonly missed: readonly string[];
  /** What the dry run of the guess itself finds suspicious. */
  readonly ofGuess: readonly UploadDoubt[];
}

/** Gives each field every column that it surely is not, and looks whether the dry run says so. */
async function tryMisplaced(
  database: Database<CatalogueSchema>,
  file: string,
  guess: SheetGuess,
  extra: FormFields,
): Promise<MisplacedOutcome> {
  const form = { ...formOfGuess(guess), ...extra };
  const missed: string[] = [];
  let tried = 0;
  for (const name of MISTAKEN) {
    for (const column of wrongColumns(guess, name)) {
      tried += 1;
      const doubts = await doubtsOf(database, file, { ...form, [name]: String(column) });
      if (doubts.length === 0) missed.push(`${name}=${columnLetters(column)}`);
    }
  }
  return { tried, missed, ofGuess: await doubtsOf(database, file, form) };
}

/** The filled columns that are not the wanted one, nor another price or stock. */
function wrongColumns({ columns, prices, stocks, rows, startRow, notes }: SheetGuess, name: Mistaken): number[] {
  const right = columns[name];
  if (right === null) return [];
  const as = name === 'price' ? prices : name === 'amount' ? stocks : [];
  // Where codes stand in for articles, another column of numbers or names is as good an article.
  if (name === 'article' && notes.includes('article from code')) return [];
  const data = rows.slice(startRow - 1);
  const width = Math.max(0, ...data.map((texts) => texts.length));
  return Array.from({ length: width }, (_, at) => at + 1).filter(
    (column) =>
      column !== right &&
      !as.includes(column) &&
      data.filter((texts) => (texts[column - 1] ?? '') !== '').length * 2 > data.length,
  );
}

async function doubtsOf(database: Database<CatalogueSchema>, file: string, fields: FormFields) {
  const plan = { staged: await lists.of(file), settings: importSettings(fields), today: 0, priceTtlDays: 0 };
  const { suspicions } = await runPlan(database, plan, () => {}, new AbortController().signal);
  return suspicions;
}

const importSettings = (fields: FormFields) =>
  settingsOf({ ...fields, brandId: '1', providerId: '1', addNewPositionMode: 'on' });

const SHOWN_ROWS = 8;
const SHOWN_GOODS = 3;
const SHOWN_CHARACTERS = 24;
const FILES = /\.(?:xlsx|xlsm|xls|ods|csv|tsv|txt|html?|mht|mhtml|xml|zip)$/iu;

writeForOwnerOnly();
const folder = process.argv[2];
if (!folder) {
  console.error('usage: parts check:pricelists <folder>');
  process.exit(2);
}

const lists = openStagedLists(await mkdtemp(join(tmpdir(), 'check-pricelists-')), Date.now);
const index = await readFile(join(folder, 'INDEX.md'), 'utf8').then(parseIndex, () => []);
const names = (await readdir(folder)).filter((name) => FILES.test(name)).sort();
let differences = 0;
for (const name of names) {
  const listed = index.find(({ file }) => file === name);
  if (!listed) await showHead(join(folder, name));
  differences += await checkFile(name, join(folder, name), listed);
}
for (const { file } of index) {
  if (names.includes(file)) continue;
  console.log(`${file}: named in INDEX.md but not there`);
  differences += 1;
}
console.log(differences === 0 ? `${names.length} files, no difference` : `${differences} differences`);
process.exit(differences === 0 ? 0 : 1);

async function checkFile(name: string, file: string, listed: IndexedList | undefined): Promise<number> {
  try {
    const missedHere =
      listed?.fields.article === undefined ? 0 : compare(name, await importWith(name, file, listed.fields), listed);
    const staged = await lists.of(file);
    const sheets = guessesOf(staged);
    const { fields, doubt } = guessBook(staged);
    const guess = sheets.find(({ name: title }) => title === listed?.fields.sheet) ?? sheets[0];
    if (!guess) return missedHere;
    for (const sheet of sheets) console.log(`  guess: ${guessLine(sheet)}${doubt === null ? '' : ', to be looked at'}`);
    const own = listed?.fields.sheet ? formOfGuess(guess) : fields;
    const differs = compare(`  ${name} as guessed`, await importWith(name, file, own), listed);
    return missedHere + differs + (await checkMisplaced(name, file, guess));
  } catch (error) {
    const known = error instanceof ReadError || (error as Error).name === 'ReadError';
    console.log(`${name}: ${known ? (error as Error).message : (error as Error).stack}`);
    // A file that cannot be read may be meant so; an error of ours never is.
    return listed || !known ? 1 : 0;
  }
}

/** Prints what dry runs find in wrongly given columns; returns how many mistakes they miss. */
async function checkMisplaced(name: string, file: string, guess: SheetGuess): Promise<number> {
  return withCatalogue(name, async (database) => {
    const { tried, missed, ofGuess } = await tryMisplaced(database, file, guess, {});
    const kinds = ofGuess.map(({ kind }) => kind).join(', ') || 'nothing';
    console.log(
      `  wrong columns: ${tried - missed.length} of ${tried} told, missed: ${missed.join(' ') || 'none'}; the guess itself: ${kinds}`,
    );
    return missed.length;
  });
}

/** What comes of a file in an empty catalogue; prices in one foreign currency are taken one to one. */
async function importWith(name: string, file: string, fields: FormFields): Promise<Outcome> {
  const report = await importAfresh(name, file, fields);
  const currency = namedCurrency(report);
  if (currency === null) return report;
  console.log(`${name}: prices in ${currency}, taken one to one`);
  return importAfresh(name, file, { ...fields, currency });
}

/** The first currency that the importer takes only when it is named. */
function namedCurrency({ errors, warnings }: UploadAnswer): string | null {
  const heading = warnings.find(({ code }) => code === 'currency-in-heading');
  if (heading) return currencyInHeading(heading.text);
  const refused = errors.find(({ code }) => code === 'currency');
  return refused ? readMoney(refused.text).currency : null;
}

async function importAfresh(name: string, file: string, fields: FormFields): Promise<Outcome> {
  return withCatalogue(name, async (database) => {
    const now = Date.now();
    const settings = importSettings(fields);
    const runId = await startRun(database, { uploadId: null, uid: 'check', fileName: name, settings }, now);
    const run = { runId, staged: await lists.of(file), settings, now, today: 0, priceTtlDays: 0 };
    const answer = await runImport(database, run, () => {}, new AbortController().signal);
    const first = await database.read
      .selectFrom('positions')
      .select(['article', 'title', 'price', 'amount'])
      .orderBy('id')
      .limit(SHOWN_GOODS)
      .execute();
    return { ...answer, first: first.map(({ article, title, price, amount }) => [article, title, price, amount]) };
  });
}

interface Outcome extends UploadAnswer {
  /** The first positions: article, title, price in kopecks and stock. */
  readonly first: readonly (readonly (string | number)[])[];
}

/** A catalogue with one brand and one provider, which is gone afterwards. */
async function withCatalogue<Result>(
  name: string,
  work: (database: Database<CatalogueSchema>) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'check-pricelists-'));
  const location = { dialect: 'sqlite', file: join(folder, 'bridge.db') } as const;
  const database = await openDatabase<CatalogueSchema>(location, migrations);
  const now = Date.now();
  const owner = { title: name, created_at: now, updated_at: now };
  try {
    await database.write(async (transaction) => {
      await transaction.insertInto('brands').values(owner).execute();
      await transaction.insertInto('providers').values(owner).execute();
    });
    return await work(database);
  } finally {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Equal codes with how often they are shown: `no-article 3`. */
function codesOf(reports: readonly { readonly code: string }[]): string {
  const counts = new Map<string, number>();
  for (const { code } of reports) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts].map(([code, count]) => `${code} ${count}`).join(', ') || 'none';
}

function compare(name: string, report: Outcome, listed: IndexedList | undefined): number {
  const goods = report.created + report.updated + report.unchanged;
  const articles = goods + report.groups + report.failed;
  console.log(
    `${name}: ${goods} goods (${report.created} positions, ${report.duplicates} duplicates), ${report.groups} groups, ` +
      `${report.skipped} skipped, ${report.failed} failed, ${report.warnings.length} warnings shown`,
  );
  for (const { row, column, message, text } of report.errors.slice(0, 3)) {
    console.log(`  row ${row}${column ? `, column ${column}` : ''}: ${message} [${text}]`);
  }
  console.log(
    `  doubts: ${report.doubtful.map(({ kind }) => kind).join(', ') || 'none'}; errors: ${codesOf(report.errors)}; remarks: ${codesOf(report.warnings)}`,
  );
  for (const position of report.first) console.log(`  = ${position.join(' · ')}`);
  if (!listed) return 0;
  const wrong = [
    ...(listed.goods === goods || listed.goods === null ? [] : [`goods ${goods} instead of ${listed.goods}`]),
    ...(listed.articles === articles || listed.articles === null
      ? []
      : [`article rows ${articles} instead of ${listed.articles}`]),
  ];
  for (const difference of wrong) console.log(`  DIFFERENCE: ${difference}`);
  return wrong.length;
}

async function showHead(file: string): Promise<void> {
  const whole = { file, startRow: 1, endRow: SHOWN_ROWS, columns: null };
  try {
    const sheets = [...(await showSheet({ ...whole, sheet: null }))];
    for (const sheet of sheets) if (sheet !== '') await showSheet({ ...whole, sheet });
  } catch (error) {
    console.log(`${file}: ${(error as Error).message}`);
  }
}

async function showSheet(request: Parameters<typeof readPriceFile>[0]): Promise<readonly string[]> {
  let others: readonly string[] = [];
  for await (const piece of readPriceFile(request)) {
    if (piece.kind === 'sheet') {
      others = piece.all.filter((title) => title !== piece.title);
      console.log(`${request.file} «${piece.title}»`);
    }
    if (piece.kind !== 'rows') continue;
    for (const { row, cells } of piece.rows) {
      const shown = [...cells].map(([column, { text }]) => `${column}: ${text.slice(0, SHOWN_CHARACTERS)}`);
      console.log(`  ${row} | ${shown.join(' | ')}`);
    }
  }
  return others;
}
