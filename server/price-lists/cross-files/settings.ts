import { CROSS_WAYS, type CrossWay } from '../../../contract/catalogue/words.ts';
import { columnNumber } from '../../../rules/format/sheet-columns.ts';
import { badRequest } from '../../platform/http/request.ts';
import type { FormFields } from '../rules/form-fields.ts';

/** Columns of a sheet of crosses, from 1. */
export interface CrossColumns {
  readonly article: number;
  readonly maker: number | null;
  readonly cross: number;
  readonly crossMaker: number | null;
}

/** How a sheet of crosses is read. */
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
