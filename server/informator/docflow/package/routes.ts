import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { DocumentCheck, DocumentCheckPath } from '../../../../contract/document-check.ts';
import { holdsTag } from '../../../../rules/etag.ts';
import { isVersionHash } from '../../../../rules/public/document-check.ts';
import { pathId } from '../../ids.ts';
import { findVisibleDocument, viewerOf } from '../access.ts';
import { DocumentPath, failures, tags } from '../answering.ts';
import { contentDisposition } from '../attachments/download-headers.ts';
import type { DocflowContext } from '../context.ts';
import { checkVersion } from './check.ts';
import { makePackage, packagedFiles } from './make-package.ts';
import { packageContent } from './package-content.ts';

/** The signed package of a document, and the check of one that somebody holds. */
export function packageRoutes(context: DocflowContext, site: () => string): FastifyPluginAsyncTypebox {
  const { database, attachments, timeZone } = context;
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
        const document = await findVisibleDocument(context, id, viewerOf(request));
        const etag = `"package-${id}-${document.revision}"`;
        reply.headers({ ETag: etag, 'Cache-Control': 'private, no-cache' });
        if (holdsTag(request.headers['if-none-match'], etag)) return reply.code(304).send(null);
        const files = await packagedFiles(attachments, document.files);
        const place = { site: site(), timeZone };
        const bytes = await makePackage(await packageContent(database.read, document, files, place));
        const name = `№ ${document.num} ${document.title}`.slice(0, 120);
        return reply
          .type('application/pdf')
          .header('Content-Disposition', contentDisposition(`${name}.pdf`, 'package.pdf', 'application/pdf'))
          .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
      },
    );

    app.get(
      '/check/:id/:hash',
      {
        config: { permission: 'anyone' },
        schema: {
          tags,
          summary:
            'Whether a document has or had a version with this hash; tells nothing to who does not know one',
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
