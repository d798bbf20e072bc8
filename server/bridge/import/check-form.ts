import type { Kysely } from 'kysely';
import type { ImportError } from '../../../contract/errors.ts';
import { limitTo } from '../../files/limit-to.ts';
import { badRequest, conflict, HttpError } from '../../http/errors.ts';
import { troubleAnswer } from '../../http/trouble-answer.ts';
import type { ReceivedFile } from '../../http/upload.ts';
import { isReadErrorCode, ReadError } from '../../sheets/read/error.ts';
import { HEAD_ROWS } from '../../sheets/read/limits.ts';
import { readPriceFile } from '../../sheets/read/reader.ts';
import { type FileKind, sniffFile } from '../../sheets/read/sniff.ts';
import type { BridgeSchema } from '../schema.ts';
import { brandsOf, fillsSeveral } from './rules/brands.ts';
import type { DoubtfulFacts } from './run/doubtful.ts';
import type { FormFields, ImportSettings } from './settings.ts';

/** Files that are looked into before their import, at a time. */
const looking = limitTo(1);

const NOT_EXCEL = 'file must be in excel format';

/** The fields of the form as text; anything that is no plain value is left out. */
export function textFields(fields: Readonly<Record<string, unknown>>): FormFields {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string' || typeof value === 'number' || value === true) texts[name] = String(value);
  }
  return texts;
}

/** Refuses a file that is no price list by its first bytes; resolves to what it is. What it is declared as is any program's guess and does not count. */
export async function refuseOtherFiles(file: Pick<ReceivedFile, 'path'>): Promise<FileKind> {
  try {
    return await sniffFile(file.path);
  } catch (error) {
    throw uploadError(error);
  }
}

/**
 * Sees to it that brand and provider exist and an article column is given; our own price list needs none of them, and
 * where they are missing they are null in the answer.
 */
export async function checkedSettings(
  read: Kysely<BridgeSchema>,
  settings: ImportSettings,
  file: string,
): Promise<ImportSettings> {
  const known = async (table: 'brands' | 'providers', id: number | null) =>
    id !== null && (await read.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst())
      ? id
      : null;
  const brandId = await known('brands', settings.brandId);
  const providerId = await known('providers', settings.providerId);
  const layouts = settings.sheets.length > 0 ? settings.sheets : [settings];
  const hasArticle = layouts.every(
    ({ columns, articleFrom }) => columns.article !== undefined || articleFrom !== null,
  );
  const complete = brandId !== null && providerId !== null && hasArticle;
  const mayBeOwn = !complete && settings.sheets.length === 0;
  if (!complete && !(mayBeOwn && (await looking(() => isOwnList(file, settings.sheet))))) {
    if (brandId === null) throw badRequest('brand not found');
    if (providerId === null) throw badRequest('provider not found');
    throw badRequest('article is empty');
  }
  const checked = { ...settings, brandId, providerId };
  if (complete && fillsSeveral(checked)) {
    const namesMakers = layouts.some(
      ({ columns, manufacturerFixed, isMakerInHeadings }) =>
        columns.manufacturer !== undefined || manufacturerFixed !== '' || isMakerInHeadings,
    );
    if (!namesMakers) throw badRequest('manufacturer is empty');
    for (const id of brandsOf(checked))
      if ((await known('brands', id)) === null) throw badRequest('brand of a manufacturer not found');
  }
  return checked;
}

async function isOwnList(file: string, sheet: string | null): Promise<boolean> {
  try {
    for await (const piece of readPriceFile({ file, sheet, startRow: 1, endRow: HEAD_ROWS, columns: [] })) {
      if (piece.kind === 'own') return true;
    }
  } catch (error) {
    // What is wrong with the file is told when it is read in earnest.
    if (!(error instanceof ReadError)) throw error;
  }
  return false;
}

/** The answer for whatever ended an import, in this thread or in the writer's. */
export function uploadError(error: unknown): unknown {
  // It may have crossed a thread: MissingOwner and ReadError keep their names, codes and messages there.
  const { name, code } = error as { name?: string; code?: unknown };
  if (code === 'MISSING_OWNER') return badRequest((error as { message: ImportError }).message);
  if (code === 'DOUBTFUL_IMPORT') {
    const { facts } = error as { facts: DoubtfulFacts };
    return conflict('import looks wrong', { ...facts });
  }
  if (name !== 'ReadError' || !isReadErrorCode(code)) return error;
  const { message } = error as ReadError;
  if (code === 'CANCELLED') return uploadCancelled();
  // The code is the API's, what is wrong with the file stands beside it.
  if (code === 'NOT_EXCEL') return new HttpError(400, NOT_EXCEL, { facts: { code, message } });
  if (code === 'EMPTY') return badRequest('файл Excel не получен');
  return new HttpError(400, message, { facts: { code } });
}

/** What a watcher is told and the history keeps: the text that the answer of the upload has too. */
export function shownError(failure: unknown): string {
  if (failure instanceof HttpError) return failure.message;
  return troubleAnswer(failure)?.message ?? 'internal server error';
}

/** The server stops before the turn of a run, and another one, or the next start, goes on with it. */
export const runHandedOver = () => new HttpError(409, 'run handed over');

/** The upload was stopped by its user; nothing of it stays. */
export const uploadCancelled = () => new HttpError(409, 'upload cancelled');
