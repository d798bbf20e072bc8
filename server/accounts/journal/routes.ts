import { PassThrough } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';
import type { AuditTrail } from '../../../contract/journal/events.ts';
import { AuditFilterQuery, AuditListAnswer, AuditListQuery } from '../../../contract/journal/journal.ts';
import { AUDIT_EXPORT_MAX } from '../../../contract/limits.ts';
import { queryTextOf } from '../../platform/database/job-queries.ts';
import type { Database } from '../../platform/database/types.ts';
import { listLimit } from '../../platform/http/list-page.ts';
import { auditActor, badRequest } from '../../platform/http/request.ts';
import { sendWorkbook } from '../../platform/http/send-file.ts';
import type { AccountsSchema } from '../store/schema.ts';
import { AFTER, type ExportArgs } from './export-job.ts';
import {
  type AuditFilter,
  countQuery,
  entryOf,
  pageQuery,
  placeText,
  readFilter,
  readPage,
  readPlace,
} from './reads.ts';

interface AuditRouteDeps {
  readonly database: Database<AccountsSchema>;
  readonly trail: AuditTrail;
  /** Of the shop: its days are meant. */
  readonly timeZone: string;
  /** How long entries are kept; 0: for ever. */
  readonly auditDays: number;
}

const config = { permission: 'admin' } as const;
const EXPORT = new URL('export-job.ts', import.meta.url);
/** Entries that the export reads at a time. */
const EXPORT_PAGE = 1_000;

/** The journal for administrators: page by page, and as a file. */
export function auditRoutes(deps: AuditRouteDeps): FastifyPluginAsyncTypebox {
  const { database, trail, timeZone, auditDays } = deps;

  const filterOf = (query: AuditFilterQuery): AuditFilter => {
    const filter = readFilter(query, timeZone);
    if (typeof filter === 'string') throw badRequest(`invalid ${filter}`);
    return filter;
  };

  const exportTo = (reply: FastifyReply, filter: AuditFilter) => {
    const args: ExportArgs = {
      count: queryTextOf(countQuery(database.read, filter)),
      page: queryTextOf(pageQuery(database.read, filter, AFTER as never, EXPORT_PAGE)),
      most: AUDIT_EXPORT_MAX,
      timeZone,
    };
    const file = new PassThrough();
    const abort = new AbortController();
    reply.raw.once('close', () => abort.abort());
    const onMessage = (bytes: Uint8Array) => void file.write(bytes);
    database.readJob<ExportArgs, number, Uint8Array>(EXPORT, args, { onMessage, signal: abort.signal }).then(
      () => file.end(),
      (error: Error) => file.destroy(error),
    );
    return file;
  };

  return async (app) => {
    app.get(
      '/admin/audit/',
      {
        config,
        schema: {
          summary: 'The journal, newest first',
          querystring: AuditListQuery,
          response: { 200: AuditListAnswer },
        },
      },
      async ({ query }, reply) => {
        reply.header('cache-control', 'no-store');
        const filter = filterOf(query);
        const after = query.last ? readPlace(query.last) : null;
        if (query.last && !after) throw badRequest('invalid last');
        const limit = listLimit(query.limit);
        const rows = await readPage(database, filter, after, limit + 1);
        const shown = rows.slice(0, limit);
        const end = rows.length > limit ? shown.at(-1) : undefined;
        return { entries: shown.map(entryOf), next: end ? placeText(end) : null, keptDays: auditDays };
      },
    );

    app.get(
      '/admin/audit/export',
      {
        config,
        exposeHeadRoute: false,
        schema: {
          summary: `The journal as an .xlsx file; of more than ${AUDIT_EXPORT_MAX} entries the newest`,
          querystring: AuditFilterQuery,
        },
      },
      async (request, reply) => {
        const filter = filterOf(request.query);
        trail.record({ event: 'journal.exported', by: auditActor(request) });
        return sendWorkbook(reply, 'journal.xlsx', exportTo(reply, filter));
      },
    );
  };
}
