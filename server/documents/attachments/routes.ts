// Routes by which viewers of a document download its attachments, and preview sheets and texts in the browser.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import type { RawBuilder } from 'kysely';
import Type from 'typebox';
import { ShownFile, ShownFileQuery } from '../../../contract/documents/public.ts';
import { DOCX_TYPE, HEIC_TYPE, isReadToShow, TEXT_TYPES } from '../../../contract/documents/words.ts';
import * as limits from '../../../contract/limits.ts';
import { containsTag } from '../../../rules/format/etag.ts';
import type { LocalFile } from '../../platform/files/file-store.ts';
import { PictureRefused, toPicture } from '../../platform/files/picture.ts';
import { SenderGone, TooManyPictures } from '../../platform/files/picture-turns.ts';
import { limitHeavyAnswers } from '../../platform/http/heavy-work.ts';
import { badRequest, busy, HttpError, notFound, sendFile, unauthorized } from '../../platform/http/request.ts';
import type { DocxRoom, DocxText } from '../../platform/sheet-reader/docx-child.ts';
import { ReadError, type SheetRow } from '../../platform/sheet-reader/messages.ts';
import { answerOfFile, readPriceFile, readTextFile } from '../../platform/sheet-reader/reader.ts';
import { viewerOf } from '../document/access.ts';
import { type DocumentsContext, type Viewer, visibleTo } from '../document/document.ts';
import { contentDisposition, policyOf } from './attachment-store.ts';

/** The browser revalidates each time: the permission to see a file may end. */
const CACHE_CONTROL = 'private, no-cache';

/** Each is read in a child process; a page may show several attachments of its document. */
const showing = limitHeavyAnswers({ atATime: 2, waitingMax: 20, ofCaller: 8, retrySeconds: 5 });

const NAME = /^[0-9a-f]{32}\.[a-z0-9]{1,5}$/;

/** Routes of attachments, for viewers of their document, by token or by a short-lived link of their own. */
export function attachmentRoutes(context: DocumentsContext): FastifyPluginAsyncTypebox {
  const { database, people, attachments: scans, links } = context;

  const linkOf = (request: FastifyRequest, name: string): string | null =>
    links.opens(name, request.query as Record<string, unknown>);

  /** The caller, or the owner of the link in the request; throws 401 where their account is disabled. */
  async function viewerOfFile(request: FastifyRequest, name: string): Promise<Viewer> {
    if (request.caller) return viewerOf(request);
    const uid = linkOf(request, name);
    if (uid === null || (await people.disabledAmong([uid])).has(uid)) throw unauthorized();
    return { uid };
  }

  /** The row of a file of a document or comment that the caller sees, now or earlier, or of an own staged file. */
  async function fileOf(request: FastifyRequest, name: string) {
    const viewer = await viewerOfFile(request, name);
    const { read } = database;
    const seen = <Q extends { where(condition: RawBuilder<boolean>): Q }>(query: Q): Q =>
      query.where(visibleTo(viewer));
    const attached = read
      .selectFrom('document_files')
      .innerJoin('documents', 'documents.id', 'document_files.document_id')
      .select(['file_name', 'original_name', 'type'])
      .where('file_name', '=', name);
    const ofComment = read
      .selectFrom('document_comment_files')
      .innerJoin('document_comments', 'document_comments.id', 'document_comment_files.comment_id')
      .innerJoin('documents', 'documents.id', 'document_comments.document_id')
      .select(['file_name', 'original_name', 'type'])
      .where('file_name', '=', name);
    const found = (await seen(attached).executeTakeFirst()) ?? (await seen(ofComment).executeTakeFirst());
    if (found) return found;
    const waiting = await read
      .selectFrom('document_waiting_files')
      .innerJoin('users', 'users.id', 'document_waiting_files.user_id')
      .select(['file_name', 'original_name', 'type'])
      .where('file_name', '=', name)
      .where('users.uid', '=', viewer.uid)
      .executeTakeFirst();
    return waiting ?? null;
  }

  return async (app) => {
    app.get(
      '/scan/:fileName',
      {
        config: {
          permission: 'signed-in-or-link',
          opensLink: (request) => linkOf(request, (request.params as { fileName: string }).fileName) !== null,
        },
        schema: {
          summary: 'An attachment, of earlier versions and of comments too',
          params: Type.Object({ fileName: Type.String() }),
        },
      },
      async (request, reply) => {
        const { fileName } = request.params;
        const row = NAME.test(fileName) ? await fileOf(request, fileName) : null;
        const file = row && (await scans.open(fileName));
        if (!file) throw notFound('file not found');
        reply.header('Content-Disposition', contentDisposition(row.original_name, fileName, row.type));
        reply.header('Content-Security-Policy', policyOf(row.type));
        return sendFile(request, reply, {
          file,
          type: file.type,
          etag: `"${fileName}"`,
          cacheControl: CACHE_CONTROL,
          ranges: true,
        });
      },
    );

    app.get(
      '/scan/:fileName/shown',
      {
        config: { permission: 'signed-in' },
        schema: {
          summary: 'An attached sheet as a table, the text of an attached text or .docx, a HEIC photo as a picture',
          description: `At most ${limits.SHOWN_ROWS} rows of ${limits.SHOWN_COLUMNS} columns, or ${limits.SHOWN_TEXT} characters, of a .docx ${limits.SHOWN_PIECES} paragraphs and cells`,
          params: Type.Object({ fileName: Type.String() }),
          querystring: ShownFileQuery,
          response: { 200: ShownFile, 304: Type.Null() },
        },
      },
      async (request, reply) => {
        const { fileName } = request.params;
        const row = NAME.test(fileName) ? await fileOf(request, fileName) : null;
        const sheet = Number(request.query.sheet ?? 0);
        if (!Number.isSafeInteger(sheet) || sheet < 0) throw badRequest('no such sheet');
        if (!row) throw notFound('file not found');
        const etag = `"shown-${sheet}-${fileName}"`;
        reply.headers({ etag, 'cache-control': CACHE_CONTROL });
        if (containsTag(request.headers['if-none-match'], etag)) return reply.code(304).send(null);
        const { type } = row;
        if (!isReadToShow(type)) throw badRequest('nothing to show');
        return showing(request, reply, (gone) => showFile(() => scans.borrow(fileName), { type, sheet, gone }));
      },
    );
  };
}

const COLUMNS = Array.from({ length: limits.SHOWN_COLUMNS + 1 }, (_, at) => at + 1);
const CSV = 'text/csv';
/** Stands for the first visible sheet. */
const FIRST = '';

interface Shown {
  readonly type: string;
  readonly sheet: number;
  readonly gone: AbortSignal;
}

/** A stored sheet or text, or its beginning, read in a child. Throws 404, 400 `no such sheet` or `file is …`. */
async function showFile(borrow: () => Promise<LocalFile | null>, { type, sheet, gone }: Shown): Promise<ShownFile> {
  const file = await borrow();
  if (!file) throw notFound('file not found');
  const signal = AbortSignal.any([gone, AbortSignal.timeout(limits.SHOWN_SECONDS * 1000)]);
  try {
    if (TEXT_TYPES.has(type)) return { kind: 'text', ...(await readTextFile(file.path, limits.SHOWN_TEXT, signal)) };
    if (type === HEIC_TYPE) {
      const { doubled } = await toPicture(file.path, limits.SHOWN_PICTURE / 2, undefined, signal);
      return { kind: 'picture', webp: doubled.toString('base64') };
    }
    if (type === DOCX_TYPE) return { kind: 'document', ...(await readDocx(file.path, signal)) };
    return await readTable(file.path, type, sheet, signal);
  } catch (error) {
    throw refusalOf(error);
  } finally {
    await file.release();
  }
}

const DOCX_CHILD = new URL('../../platform/sheet-reader/docx-child.ts', import.meta.url).href;
const DOCX_CAPS = { heapMb: 192, residentMb: 400, cpuSeconds: 8 } as const;

const readDocx = (file: string, signal: AbortSignal): Promise<DocxText> => {
  const beside: DocxRoom = { characters: limits.SHOWN_TEXT, pieces: limits.SHOWN_PIECES };
  const request = { file, sheet: null, startRow: 1, endRow: 0, columns: [], beside };
  return answerOfFile<DocxText>(request, { child: DOCX_CHILD, caps: DOCX_CAPS, signal });
};

async function readTable(path: string, type: string, place: number, signal: AbortSignal): Promise<ShownFile> {
  const isText = type === CSV;
  if (place === 0) return readSheet(path, isText ? null : FIRST, place, signal);
  const title = isText ? undefined : (await titlesOf(path, signal))[place];
  if (title === undefined) throw badRequest('no such sheet');
  return readSheet(path, title, place, signal);
}

/** Reads one sheet; a text, for which `title` is null, has one without a title. */
async function readSheet(path: string, title: string | null, place: number, signal: AbortSignal): Promise<ShownFile> {
  const wish = { startRow: 1, endRow: limits.SHOWN_ROWS + 1, columns: COLUMNS };
  const which = title === null ? { allSheets: true } : { sheets: [{ sheet: title, ...wish }] };
  let sheets: string[] = [];
  const read: SheetRow[] = [];
  for await (const piece of readPriceFile({ file: path, sheet: null, ...wish, ...which }, signal)) {
    if (piece.kind === 'sheet') sheets = piece.all.slice(0, limits.SHOWN_SHEETS);
    else if (piece.kind === 'rows') read.push(...piece.rows);
  }
  return { kind: 'table', sheets, sheet: place, ...tableOf(read) };
}

async function titlesOf(path: string, signal: AbortSignal): Promise<string[]> {
  const nothing = { startRow: 1, endRow: 0, columns: [] };
  const request = { file: path, sheet: null, ...nothing, sheets: [{ sheet: FIRST, ...nothing }] };
  for await (const piece of readPriceFile(request, signal))
    if (piece.kind === 'sheet') return piece.all.slice(0, limits.SHOWN_SHEETS);
  throw new ReadError('NO_SHEETS');
}

function tableOf(read: readonly SheetRow[]): { rows: string[][]; isCut: boolean } {
  let isCut = false;
  let width = 0;
  for (const { row, cells } of read) {
    const last = Math.max(0, ...cells.keys());
    if (row > limits.SHOWN_ROWS || last > limits.SHOWN_COLUMNS) isCut = true;
    if (row <= limits.SHOWN_ROWS) width = Math.max(width, Math.min(last, limits.SHOWN_COLUMNS));
  }
  const shown = read.filter(({ row }) => row <= limits.SHOWN_ROWS);
  const rows = Array.from({ length: shown.at(-1)?.row ?? 0 }, () => Array<string>(width).fill(''));
  for (const { row, cells } of shown) {
    for (const [column, { text }] of cells) {
      if (column > width) continue;
      if (text.length > limits.SHOWN_CELL) isCut = true;
      (rows[row - 1] as string[])[column - 1] = text.slice(0, limits.SHOWN_CELL).toWellFormed();
    }
  }
  return { rows, isCut };
}

/** Some of the waiting pictures are done by then. */
const PICTURE_RETRY_SECONDS = 5;

const TOO_LARGE: ReadonlySet<string> = new Set([
  'TOO_BIG',
  'TOO_MANY_PARTS',
  'TOO_MANY_ROWS',
  'TOO_MANY_STRINGS',
  'CELL_TOO_BIG',
  'TOO_MUCH_MEMORY',
  'TOO_MUCH_TIME',
  'CANCELLED',
]);

function refusalOf(error: unknown): unknown {
  if (error instanceof HttpError) return error;
  if (error instanceof TooManyPictures) return busy(PICTURE_RETRY_SECONDS);
  if (error instanceof PictureRefused)
    return badRequest(error.message === 'too many pixels' ? 'file is too large to show' : 'file is broken');
  // It took too long, or the caller has left.
  if (error instanceof SenderGone) return badRequest('file is too large to show');
  if (!(error instanceof ReadError)) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? notFound('file not found') : error;
  }
  if (error.code === 'PASSWORD') return badRequest('file is protected');
  if (TOO_LARGE.has(error.code)) return badRequest('file is too large to show');
  return badRequest('file is broken');
}
