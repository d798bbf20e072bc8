import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { DocumentCheck, DocumentCheckPath } from '../../../../contract/document-check.ts';
import { holdsTag } from '../../../../rules/etag.ts';
import { isVersionHash } from '../../../../rules/public/document-check.ts';
import { sendFile } from '../../../files/send.ts';
import { heavyAnswers } from '../../../http/heavy-answers.ts';
import { pathId } from '../../ids.ts';
import { findVisibleDocument, viewerOf } from '../access.ts';
import { DocumentPath, failures, tags } from '../answering.ts';
import { contentDisposition } from '../attachments/download-headers.ts';
import type { DocflowContext } from '../context.ts';
import type { StoredDocument } from '../document/document.ts';
import { checkVersion } from './check.ts';
import { makePackage, withPackagedFiles } from './make-package.ts';
import { packageContent } from './package-content.ts';

const CACHE_CONTROL = 'private, no-cache';

/** One is drawn at a time, and its client has one: attachments lie on this machine twice until it is taken. */
const inTurn = heavyAnswers({ atATime: 1, waitingMax: 7, ofCaller: 1, retrySeconds: 5 });

/** The signed package of a document, and the check of one that somebody holds. */
export function packageRoutes(context: DocflowContext, site: () => string): FastifyPluginAsyncTypebox {
  const { database, attachments, incomingFolder, timeZone } = context;
  return async (app) => {
    app.get(
      '/:id/package',
      {
        config: { permission: 'signed-in' },
        schema: {
          tags,
          summary: 'A PDF of the text, the decisions and the attachments; the same bytes for the same state',
          params: DocumentPath,
          response: { 200: Type.Any(), 304: Type.Any(), ...failures },
        },
      },
      async (request, reply) => {
        const id = pathId(request.params.id, 'doc');
        const present = () => findVisibleDocument(context, id, viewerOf(request));
        const tagOf = ({ revision }: StoredDocument) => `"package-${id}-${revision}"`;
        const known = tagOf(await present());
        if (holdsTag(request.headers['if-none-match'], known))
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
        reply.header(
          'Content-Disposition',
          contentDisposition(`${name}.pdf`, 'package.pdf', 'application/pdf'),
        );
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
          tags,
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
