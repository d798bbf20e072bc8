import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { Position } from '../../../contract/bridge.ts';
import { ErrorAnswer } from '../../../contract/common.ts';
import { IMAGE_FILE_MAX } from '../../../contract/limits.ts';
import { withThumbnails } from '../../files/thumbnails.ts';
import { notFound } from '../../http/errors.ts';
import { oneFileUpTo } from '../../http/file-limits.ts';
import { sendPicture } from '../../http/picture.ts';
import { withPicturePlace } from '../../http/picture-place.ts';
import { oneFile, receiveForm } from '../../http/upload.ts';
import { type BridgeContext, liveDayOf } from '../context.ts';
import { pathId } from '../path-id.ts';
import { positionAnswer } from '../position.ts';
import { replacePhoto } from './photo.ts';
import { byId } from './store.ts';

/** Photos of positions: shown to anyone, replaced by administrators. */
export function photoRoutes(context: BridgeContext): FastifyPluginAsyncTypebox {
  const { database, photos, incomingFolder } = context;
  const small = withThumbnails(photos);
  const missing = () => notFound('card not found');

  return async (app) => {
    app.patch(
      '/card/:id/photo',
      {
        config: { permission: 'admin', files: oneFileUpTo(IMAGE_FILE_MAX) },
        schema: {
          tags: ['cards'],
          summary: 'Replaces the photo of a position: one file in the multipart field `photo`',
          params: Type.Object({ id: Type.String() }),
          response: { 200: Position, '4xx': ErrorAnswer, '5xx': ErrorAnswer },
        },
      },
      async (request) => {
        const id = pathId(request.params.id, 'card');
        if (!(await byId(database.read, id))) throw missing();
        await withPicturePlace(request, async (gone) => {
          const form = await receiveForm(request, { folder: incomingFolder });
          try {
            if (!(await replacePhoto(context, id, oneFile(form, 'photo'), gone))) throw missing();
          } finally {
            await form.remove();
          }
        });
        const row = await byId(database.read, id);
        if (!row) throw missing();
        return positionAnswer(row, liveDayOf(context));
      },
    );

    app.get(
      '/card/photo/:fileName',
      {
        config: { permission: 'anyone' },
        schema: {
          tags: ['cards'],
          summary:
            'A photo; before the extension the one of double width has `@2x`, small ones `@` and their width: `@56w`, `@112w`, `@168w`',
          params: Type.Object({ fileName: Type.String() }),
        },
      },
      (request, reply) => sendPicture(request, reply, small, request.params.fileName),
    );
  };
}
