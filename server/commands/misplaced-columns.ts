import type { UploadDoubt } from '../../contract/bridge.ts';
import type { SheetGuess } from '../../contract/price-list-guess.ts';
import { columnLetters } from '../../rules/sheet-columns.ts';
import { formOfGuess } from '../bridge/import/guess/form-of-guess.ts';
import { runPlan } from '../bridge/import/run/jobs.ts';
import { type FormFields, settingsOf } from '../bridge/import/settings.ts';
import type { BridgeSchema } from '../bridge/schema.ts';
import type { Database } from '../database/types.ts';

/** Fields whose columns are mistaken on purpose. */
const MISTAKEN = ['article', 'title', 'price', 'amount'] as const;
type Mistaken = (typeof MISTAKEN)[number];

/** What dry runs made of a file whose columns were given wrongly, one mistake at a time. */
export interface MisplacedOutcome {
  readonly tried: number;
  /** Mistakes that no dry run told of, as `price=F`. */
  readonly missed: readonly string[];
  /** What the dry run of the guess itself finds suspicious. */
  readonly ofGuess: readonly UploadDoubt[];
}

/** Gives each field every column that it surely is not, and looks whether the dry run says so. */
export async function tryMisplaced(
  database: Database<BridgeSchema>,
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
function wrongColumns(
  { columns, prices, stocks, rows, startRow, notes }: SheetGuess,
  name: Mistaken,
): number[] {
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

async function doubtsOf(
  database: Database<BridgeSchema>,
  file: string,
  fields: FormFields,
): Promise<readonly UploadDoubt[]> {
  const settings = settingsOf({ ...fields, brandId: '1', providerId: '1', addNewPositionMode: 'on' });
  const plan = { file, settings, today: 0, priceTtlDays: 0 };
  const { suspicions } = await runPlan(database, plan, () => {}, new AbortController().signal);
  return suspicions;
}
