import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { DocumentState } from '../../../contract/documents/documents.ts';
import { DocumentExportQuery } from '../../../contract/documents/lists.ts';
import type { SignatoryKind } from '../../../contract/documents/words.ts';
import { DOCUMENT_EXPORT_MAX, DOCUMENT_MARKED_MAX } from '../../../contract/limits.ts';
import { badRequest, readId } from '../../platform/http/request.ts';
import { sendWorkbook } from '../../platform/http/send-file.ts';
import { type Column, pagedXlsxStream, type Sheet, type SheetRow } from '../../platform/sheets/write-xlsx.ts';
import { dayOf } from '../../platform/text/day.ts';
import { actorOf, viewerOf } from '../document/access.ts';
import type { DocumentsContext } from '../document/context.ts';
import type { StoredDocument } from '../document/document.ts';
import { visibleTo } from '../document/people.ts';
import { selectDocuments } from '../document/reads.ts';
import { acceptedIn, stateOf } from '../document/signatory-rules.ts';
import { searchViewerOf } from '../search/search.ts';
import { knownFilter, readListFilter, readOrder } from './filter.ts';
import { selectPage } from './page.ts';

/** Lists of documents as files. */
export const documentExportRoutes =
  (context: DocumentsContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { database, timeZone, clock } = context;
    const { read } = database;
    app.get(
      '/list/export',
      {
        config: { permission: 'signed-in' },
        schema: {
          summary: 'What a filter finds, in its order, or the documents of `ids`, as .xlsx',
          querystring: DocumentExportQuery,
        },
      },
      async (request, reply) => {
        const { query } = request;
        const marked = query.ids === undefined ? null : readIds(query.ids);
        const filter = readListFilter(query, timeZone);
        const ids = marked ? await seenOf(marked) : await found();
        if (ids.length > DOCUMENT_EXPORT_MAX) throw badRequest('too many documents');
        return sendWorkbook(reply, 'documents.xlsx', pagedXlsxStream(documentSheet(context, ids)));

        async function found(): Promise<number[]> {
          const looker = await searchViewerOf(read, await actorOf(context, request));
          if (!looker) return [];
          const known = await knownFilter(read, filter, clock());
          const order = readOrder(query.sort);
          const places = await selectPage(read, known, looker, {
            ...{ order, after: null, limit: DOCUMENT_EXPORT_MAX + 1 },
          });
          return places.map(({ id }) => id);
        }

        /** Those of the ids that the caller sees, in their order. */
        async function seenOf(ids: readonly number[]): Promise<number[]> {
          if (ids.length === 0) return [];
          const rows = await read
            .selectFrom('documents')
            .select('documents.id')
            .where('documents.id', 'in', ids)
            .where(visibleTo(viewerOf(request)))
            .execute();
          const seen = new Set(rows.map(({ id }) => id));
          return ids.filter((id) => seen.has(id));
        }
      },
    );
  };

/** Ids by comma, each once; throws 400 for what is none, and for too many. */
function readIds(text: string): number[] {
  const ids = text.split(',').filter(Boolean).map(readId);
  if (ids.some((id) => !id)) throw badRequest('invalid doc id');
  const known = [...new Set(ids.filter((id) => typeof id === 'number'))];
  if (known.length > DOCUMENT_MARKED_MAX) throw badRequest('too many documents');
  return known;
}

/** Documents that are read together: the loop answers others between two pages. */
const PAGE = 100;
/** Characters that a cell holds (a limit of spreadsheets). */
const CELL_MAX = 32_767;

const text = (header: string, width: number): Column => ({ header, width, kind: 'text' });

const COLUMNS: readonly Column[] = [
  { header: '№', width: 8, kind: 'integer' },
  text('Дата', 12),
  text('Название', 50),
  text('Тип', 24),
  text('Направление', 24),
  text('Автор', 28),
  text('Состояние', 18),
  { header: 'Подписали', width: 11, kind: 'integer' },
  { header: 'Нужно подписей', width: 18, kind: 'integer' },
  { header: 'Ознакомились', width: 14, kind: 'integer' },
  { header: 'Всего ознакомиться', width: 18, kind: 'integer' },
  text('Ждём', 40),
  text('Ждёт с', 12),
  text('Изменён', 12),
];

const STATES: Readonly<Record<DocumentState, string>> = {
  pending: 'На согласовании',
  declined: 'Отклонён',
  done: 'Завершён',
  none: 'Без подписантов',
};

/** The documents of these ids, in their order, as a table; who has gone meanwhile leaves an empty row. */
function documentSheet({ database: { read }, timeZone }: DocumentsContext, ids: readonly number[]): Sheet {
  async function* rows(): AsyncGenerator<readonly SheetRow[]> {
    for (let at = 0; at < ids.length; at += PAGE) {
      const page = ids.slice(at, at + PAGE);
      const documents = new Map((await selectDocuments(read, page)).map((one) => [one.id, one]));
      yield page.map((id) => {
        const document = documents.get(id);
        return document ? rowOf(document, timeZone) : [];
      });
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  return { name: 'Документы', columns: COLUMNS, rowCount: ids.length, rows: rows() };
}

function rowOf(document: StoredDocument, timeZone: string): SheetRow {
  const { num, createdAt, savedAt, title, task, directing, author, entries, people } = document;
  const nameOf = (uid: string) => people.get(uid)?.name || people.get(uid)?.email || '';
  const asked = entries.filter(({ askedAt }) => askedAt !== null);
  const since = Math.min(...asked.map(({ askedAt }) => askedAt ?? 0));
  const steps = document.route?.steps;
  const counted = (kind: SignatoryKind): [number, number] => {
    const { done, all } = acceptedIn(entries, kind, steps);
    return [done, all];
  };
  return [
    num,
    shownDay(createdAt, timeZone),
    title,
    task.title,
    directing.title,
    author.name || author.email,
    STATES[stateOf(entries, steps)],
    ...counted('acceptor'),
    ...counted('recipient'),
    [...new Set(asked.map(({ uid }) => nameOf(uid)))].join(', ').slice(0, CELL_MAX),
    asked.length === 0 ? '' : shownDay(since, timeZone),
    shownDay(savedAt, timeZone),
  ];
}

/** DD.MM.YYYY */
const shownDay = (moment: number, timeZone: string): string => dayOf(moment, timeZone).split('-').reverse().join('.');
