import type { RowReport } from '../../../contract/catalogue/positions.ts';
import { CROSS_TEXT_MAX } from '../../../contract/limits.ts';
import { typographed } from '../../../rules/format/texts.ts';
import { type CrossSide, isOfItself } from '../../catalogue/parts/replacements.ts';
import { cleanText } from '../../catalogue/sheets/cell-values.ts';
import { type Cell, EMPTY_CELL, type SheetRow } from '../../platform/sheet-reader/cell.ts';
import { articleKey } from '../../platform/text/article-key.ts';
import { createRemark } from '../rules/remarks.ts';
import type { CrossColumns } from './settings.ts';

/** A cross as a row says it. */
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

/** Reads a row by the columns of its sheet. */
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

  for (const [cell, column] of [
    [article, columns.article],
    [cross, columns.cross],
  ] as const) {
    if (cell.kind === 'date')
      return fail(remark(column, 'article-date', 'Вместо артикула дата: задайте ячейке текстовый формат', cell.text));
    if (cell.kind === 'error')
      return fail(remark(column, 'formula-error', 'Вместо артикула ошибка формулы', cell.text));
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

/**
 * The articles, or makers, of one cell: parted by line breaks and semicolons, and by commas where they can be nothing else: a blank
 * follows, or what stands on both sides is long enough for an article and holds a digit.
 */
export const piecesOf = (text: string): string[] =>
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
