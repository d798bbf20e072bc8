// Reads rows of a sheet of crosses (this article replaces that one) with the settings of its form; SQL that writes
// crosses and takes a run back.
import type { RowReport } from '../../../contract/catalogue/runs.ts';
import { CROSS_WAYS, type CrossWay } from '../../../contract/catalogue/words.ts';
import { CROSS_TEXT_MAX } from '../../../contract/limits.ts';
import { columnNumber } from '../../../rules/format/sheet-columns.ts';
import { typographed } from '../../../rules/format/typography.ts';
import { type CrossSide, isOfItself, type Replacement, replacementsOf } from '../../catalogue/parts/replacements.ts';
import { cleanText, lostArticle } from '../../catalogue/sheets/cell-values.ts';
import { type Bulk, LIST } from '../../platform/database/jobs.ts';
import { badRequest } from '../../platform/http/request.ts';
import { type Cell, EMPTY_CELL, type SheetRow } from '../../platform/sheet-reader/messages.ts';
import { articleKey } from '../../platform/text/article-key.ts';
import { createRemark, type FormFields } from '../rules/form-fields.ts';
import { shiftedError } from '../rules/row.ts';

export interface RowCross {
  readonly row: number;
  readonly article: CrossSide;
  readonly cross: CrossSide;
}

/** What a row says; one that says nothing at all has neither crosses nor remarks. */
export interface CrossReading {
  readonly crosses: readonly RowCross[];
  /** Why nothing of the row, or a part of it, can be taken. */
  readonly errors: readonly RowReport[];
  /** Why it is passed over. */
  readonly skipped: RowReport | null;
}

const NOTHING: CrossReading = { crosses: [], errors: [], skipped: null };

export function readCrossRow({ row, cells }: SheetRow, columns: CrossColumns): CrossReading {
  const cellOf = (column: number | null): Cell => (column === null ? EMPTY_CELL : (cells.get(column) ?? EMPTY_CELL));
  const [article, cross] = [cellOf(columns.article), cellOf(columns.cross)];
  const [maker, crossMaker] = [cellOf(columns.maker), cellOf(columns.crossMaker)];
  if ([article, cross].every(isBlank)) return NOTHING;
  const remark = (column: number, code: string, message: string, text: string) =>
    createRemark(row, column, code, message, text);
  const skip = (column: number, code: string, message: string, { text }: Cell): CrossReading => ({
    ...NOTHING,
    skipped: remark(column, code, message, text),
  });
  const fail = (...errors: RowReport[]): CrossReading => ({ ...NOTHING, errors });
  const shifted = shiftedError({ row, cells });
  if (shifted) return fail(shifted);

  for (const [cell, column] of [
    [article, columns.article],
    [cross, columns.cross],
  ] as const) {
    const lost = lostArticle(cell);
    if (lost) return fail(remark(column, lost.code, lost.message, cell.text));
  }
  if (articleKey(article.text) === '')
    return skip(columns.article, 'no-article', 'Нет артикула, строка пропущена', article);
  // «Нет», «—»: what says that there is none.
  const pieces = piecesOf(cross.text).filter((piece) => /\p{N}/u.test(piece));
  if (pieces.length === 0) return skip(columns.cross, 'no-cross', 'Нет кросс-артикула, строка пропущена', cross);
  const makers = makersFor(pieces.length, crossMaker);
  if (makers === null) {
    const message = typographed('Производителей кроссов не столько же, сколько кроссов');
    return fail(remark(columns.crossMaker ?? columns.cross, 'makers-unclear', message, crossMaker.text));
  }
  const own: CrossSide = { article: cleanText(article.text), manufacturer: textOf(maker) };
  const crosses: RowCross[] = [];
  const errors: RowReport[] = [];
  for (const [at, piece] of pieces.entries()) {
    const other: CrossSide = { article: cleanText(piece), manufacturer: makers[at] ?? '' };
    const long = [own.article, own.manufacturer, other.article, other.manufacturer].find(isLong);
    if (long !== undefined)
      errors.push(
        remark(columns.cross, 'too-long', `Артикул или производитель длиннее ${CROSS_TEXT_MAX} знаков`, long),
      );
    else if (isOfItself(own, other))
      errors.push(remark(columns.cross, 'cross-of-itself', 'Деталь заменяет саму себя', other.article));
    else crosses.push({ row, article: own, cross: other });
  }
  return { crosses, errors, skipped: null };
}

const isBlank = ({ kind }: Cell): boolean => kind === 'empty' || kind === 'formula';
const isLong = (text: string): boolean => [...text].length > CROSS_TEXT_MAX;

/** The text of a maker; what is an error or a dash is none. */
const textOf = ({ kind, text }: Cell): string => (kind === 'error' || articleKey(text) === '' ? '' : cleanText(text));

/** The maker of each cross: one for all, or as many as there are crosses; null for any other number. */
function makersFor(count: number, cell: Cell): string[] | null {
  const whole = textOf(cell);
  if (count === 1 || whole === '') return Array<string>(count).fill(whole);
  const makers = cell.text
    .split(/[;,\r\n]+/u)
    .map(cleanText)
    .filter((maker) => maker !== '');
  if (makers.length === 1) return Array<string>(count).fill(whole);
  return makers.length === count ? makers : null;
}

/** Shorter pieces beside a comma without a blank may be one article: «721,05-01». */
const COMMA_MIN = 6;

/** Splits at line breaks and semicolons, and at commas before a blank or between long pieces with a digit. */
const piecesOf = (text: string): string[] =>
  text
    .split(/[;\r\n]+/u)
    .flatMap(byCommas)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');

function byCommas(text: string): string[] {
  const pieces = text.split(',');
  if (pieces.length === 1) return pieces;
  const areArticles = pieces.every((piece) => /\d/u.test(piece) && articleKey(piece).length >= COMMA_MIN);
  return areArticles ? pieces : text.split(/,\s+/u);
}

const TEXTS = [
  'identity',
  'article_key',
  'manufacturer_key',
  'article',
  'manufacturer',
  'replaced_key',
  'replaced_manufacturer_key',
  'replaced_article',
  'replaced_manufacturer',
] as const satisfies readonly (keyof Replacement)[];

const COLUMNS = [
  ...[...TEXTS, 'uid', 'who'].map((name) => ({ name, type: 'text' as const })),
  { name: 'run_id', type: 'bigint' as const },
  { name: 'saved_at', type: 'bigint' as const },
];

/** What was taken back counts again, as this run says it. */
const REVIVED = `ON CONFLICT (identity) DO UPDATE SET removed_by = NULL,
  ${COLUMNS.map(({ name }) => `${name} = excluded.${name}`).join(', ')}
  WHERE crosses.removed_by IS NOT NULL`;

/** By whom, when (milliseconds), and by which run crosses are said. */
export interface ReplacementSource {
  readonly runId: number;
  readonly uid: string;
  readonly who: string;
  readonly now: number;
}

/** A cross with the rows that say it. */
interface ReplacementRow {
  readonly said: RowCross;
  readonly replacements: readonly Replacement[];
}

/** The rows of crosses, best a thousand at a time. */
export const rowsOf = (crosses: readonly RowCross[], way: CrossWay): ReplacementRow[] =>
  crosses.map((said) => ({ said, replacements: replacementsOf(way, said.article, said.cross) }));

/** Identities of those rows that count already. */
export async function knownIdentities(bulk: Bulk, rows: readonly ReplacementRow[]): Promise<ReadonlySet<string>> {
  const identities = rows.flatMap(({ replacements }) => replacements.map(({ identity }) => identity));
  const known = await bulk.queryList<{ identity: string }>(
    `SELECT c.identity FROM ${LIST} CROSS JOIN crosses c WHERE c.identity = j.value AND c.removed_by IS NULL`,
    identities,
    'text',
  );
  return new Set(known.map(({ identity }) => identity));
}

/** Writes those that do not count yet, inside the job's transaction. */
export function writeReplacements(
  bulk: Bulk,
  replacements: readonly Replacement[],
  { runId, uid, who, now }: ReplacementSource,
): Promise<void> {
  const values = replacements.map((row) => [...TEXTS.map((name) => row[name]), uid, who, runId, now]);
  return bulk.insert('crosses', COLUMNS, values, REVIVED);
}

interface CrossesOfRun {
  /** The run whose file said them. */
  readonly source: number;
  /** They go: the run itself, or what brought them back, is taken back. Otherwise they come back. */
  readonly go: boolean;
  readonly count: number;
}

const ROOT = `WITH RECURSIVE chain (id, undoes, depth) AS (
    SELECT id, undoes, 0 FROM import_runs WHERE id = $1
    UNION ALL SELECT r.id, r.undoes, c.depth + 1 FROM chain c JOIN import_runs r ON r.id = c.undoes
  ) SELECT id, depth FROM chain ORDER BY depth DESC LIMIT 1`;

/** What taking this run back would do to crosses: one that another run said since, or that was taken away by hand, is none of it. */
export async function crossesOfRun(bulk: Bulk, runId: number): Promise<CrossesOfRun> {
  const [root] = await bulk.query<{ id: number; depth: number }>(ROOT, [runId]);
  const saidBy = Number(root?.id ?? 0);
  const go = Number(root?.depth ?? 0) % 2 === 0;
  const [row] = await bulk.query<{ count: number }>(
    `SELECT count(*) AS count FROM crosses WHERE run_id = $1 AND removed_by IS ${go ? '' : 'NOT '}NULL`,
    [saidBy],
  );
  return { source: saidBy, go, count: Number(row?.count ?? 0) };
}

/** Does so as the run `undoId`, inside the job's transaction. */
export async function takeBackCrosses(bulk: Bulk, { source: saidBy, go }: CrossesOfRun, undoId: number): Promise<void> {
  await bulk.query(
    go
      ? 'UPDATE crosses SET removed_by = $2 WHERE run_id = $1 AND removed_by IS NULL'
      : 'UPDATE crosses SET removed_by = NULL WHERE run_id = $1 AND $2 > 0',
    [saidBy, undoId],
  );
}

/** Columns of a sheet of crosses, from 1. */
interface CrossColumns {
  readonly article: number;
  readonly maker: number | null;
  readonly cross: number;
  readonly crossMaker: number | null;
}

export interface CrossSettings {
  /** Null: the first one. */
  readonly sheet: string | null;
  readonly startRow: number;
  readonly way: CrossWay;
  readonly columns: CrossColumns;
}

const ROW_MAX = 1_048_576;

/** The settings of a form; throws 400 where a column is missing or the direction is none. */
export function crossSettingsOf(fields: FormFields): CrossSettings {
  const columnOf = (name: string) => columnNumber(fields[name] ?? '');
  const [article, cross] = [columnOf('article'), columnOf('cross')];
  if (article === null) throw badRequest('article is empty');
  if (cross === null || cross === article) throw badRequest('cross is empty');
  const way = CROSS_WAYS.find((one) => one === (fields.way?.trim() || 'both'));
  if (way === undefined) throw badRequest('invalid way');
  const startRow = Number(/^\s*(\d{1,7})\s*$/u.exec(fields.startRow ?? '')?.[1] ?? 1);
  return {
    sheet: fields.sheet?.trim() || null,
    startRow: Math.min(Math.max(startRow, 1), ROW_MAX),
    way,
    columns: { article, maker: columnOf('maker'), cross, crossMaker: columnOf('crossMaker') },
  };
}
