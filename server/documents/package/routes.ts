import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { DocumentCheck, DocumentCheckPath } from '../../../contract/documents/public.ts';
import { isVersionHash } from '../../../rules/documents/check.ts';
import { containsTag } from '../../../rules/format/etag.ts';
import { limitHeavyAnswers } from '../../platform/http/heavy-work.ts';
import { IdPath, pathId } from '../../platform/http/request.ts';
import { sendFile } from '../../platform/http/send-file.ts';
import type { PortalSource } from '../../portal-database/schema.ts';
import { contentDisposition } from '../attachments/download-headers.ts';
import { findVisibleDocument, viewerOf } from '../document/access.ts';
import type { KeptSnapshot } from '../document/answers.ts';
import type { DocumentsContext } from '../document/context.ts';
import type { StoredDocument } from '../document/document.ts';
import { selectDocument } from '../document/reads.ts';
import { acceptedIn, stateOf } from '../document/signatory-rules.ts';
import { makePackage, packageContent, withPackagedFiles } from './make-package.ts';

const CACHE_CONTROL = 'private, no-cache';

/** One is drawn at a time, and its client has one: attachments lie on this machine twice until it is taken. */
const inTurn = limitHeavyAnswers({ atATime: 1, waitingMax: 7, ofCaller: 1, retrySeconds: 5 });

/** The signed package of a document, and the check of one that somebody holds. */
export function packageRoutes(context: DocumentsContext, site: () => string): FastifyPluginAsyncTypebox {
  const { database, attachments, incomingFolder, timeZone } = context;
  return async (app) => {
    app.get(
      '/:id/package',
      {
        config: { permission: 'signed-in' },
        schema: {
          summary: 'A PDF of the text, the decisions and the attachments; the same bytes for the same state',
          params: IdPath,
          response: { 200: Type.Any(), 304: Type.Any() },
        },
      },
      async (request, reply) => {
        const id = pathId(request.params.id, 'doc');
        const present = () => findVisibleDocument(context, id, viewerOf(request));
        const tagOf = ({ revision }: StoredDocument) => `"package-${id}-${revision}"`;
        const known = tagOf(await present());
        if (containsTag(request.headers['if-none-match'], known))
          return reply.headers({ ETag: known, 'Cache-Control': CACHE_CONTROL }).code(304).send(null);
        const { document, file } = await inTurn(request, reply, async (gone) => {
          // Asked again: the turn may come late.
          const document = await present();
          const file = await withPackagedFiles(attachments, document.files, gone, async (files) => {
            const place = { site: site(), timeZone };
            const content = await packageContent(database.read, document, files, place);
            return makePackage(content, incomingFolder, gone);
          });
          return { document, file };
        });
        const name = `№ ${document.num} ${document.title}`.slice(0, 120);
        reply.header('Content-Disposition', contentDisposition(`${name}.pdf`, 'package.pdf', 'application/pdf'));
        return sendFile(request, reply, {
          file,
          type: 'application/pdf',
          etag: tagOf(document),
          cacheControl: CACHE_CONTROL,
        });
      },
    );

    app.get(
      '/check/:id/:hash',
      {
        config: { permission: 'anyone' },
        schema: {
          summary:
            'Whether a document has or had a version with this hash, and where it stands; tells nothing to who does not know one',
          params: DocumentCheckPath,
          response: { 200: DocumentCheck },
        },
      },
      async ({ params }, reply) => {
        reply.header('Cache-Control', 'no-store');
        const id = /^\d{1,15}$/u.test(params.id) ? Number(params.id) : 0;
        return checkVersion(database.read, id, isVersionHash(params.hash) ? params.hash : '-');
      },
    );
  };
}

const NO_MATCH: DocumentCheck = {
  matches: false,
  number: null,
  version: null,
  isCurrent: false,
  state: null,
  signed: null,
  acknowledged: null,
};

/**
 * Whether a document has or had a version with this hash, and where that stands. Who does not know the hash of a version learns
 * nothing, not even whether there is such a document.
 */
async function checkVersion(read: PortalSource, id: number, hash: string): Promise<DocumentCheck> {
  const row = await read.selectFrom('documents').select('hash').where('id', '=', id).executeTakeFirst();
  const present = row?.hash === hash ? await selectDocument(read, id) : null;
  if (present?.hash === hash) {
    const { num: number, version, entries, route } = present;
    return {
      ...{ matches: true, number, version, isCurrent: true },
      state: stateOf(entries, route?.steps),
      signed: acceptedIn(entries, 'acceptor', route?.steps),
      acknowledged: acceptedIn(entries, 'recipient'),
    };
  }
  const version = await keptVersion(read, id, hash);
  if (version === null) return NO_MATCH;
  const document = await read.selectFrom('documents').select('num as number').where('id', '=', id).executeTakeFirst();
  if (!document) return { ...NO_MATCH, matches: true, version, state: 'cancelled' };
  return { ...NO_MATCH, matches: true, version, number: document.number };
}

/** The last version with this hash that the history keeps; it outlives the document. */
async function keptVersion(read: PortalSource, id: number, hash: string): Promise<number | null> {
  const [row] = await read
    .selectFrom('document_history')
    .select('after')
    .where('document_id', '=', id)
    .where('after', 'like', `%"hash":"${hash}"%`)
    .orderBy('id', 'desc')
    .limit(1)
    .execute();
  return row?.after ? (JSON.parse(row.after) as KeptSnapshot).version : null;
}
