import type { FastifyRequest } from 'fastify';
import { IMAGE_FILE_MAX, NOTE_IMAGES_MAX } from '../../../contract/limits.ts';
import { NOTE_FORM, type NoteFile } from '../../../contract/mnote.ts';
import { editorOf } from '../../http/caller.ts';
import { changedMeanwhile, mayReplace } from '../../http/edits.ts';
import { type HttpError, notFound, tooLarge } from '../../http/errors.ts';
import type { FileLimits } from '../../http/file-limits.ts';
import { withPicturePlace } from '../../http/picture-place.ts';
import { withPlacedFiles } from '../../http/placed-files.ts';
import { readForm } from '../../http/read-form.ts';
import { receiveForm } from '../../http/upload.ts';
import type { MnoteContext } from '../context.ts';
import { removeImages, sentImages, storeImages } from './images.ts';
import type { SavedNote } from './note.ts';
import type { NoteForm } from './note-text.ts';
import type { Refusal, Save, Saving } from './store.ts';

/** The pictures that one form may bring. */
export const NOTE_FILES: FileLimits = {
  maxBytes: IMAGE_FILE_MAX,
  maxFiles: NOTE_IMAGES_MAX,
  maxTotalBytes: NOTE_IMAGES_MAX * IMAGE_FILE_MAX,
};

export const missingNote = () => notFound('note not found');

/** Who saves, when, and over which state. */
export const saveOf = (request: FastifyRequest, { clock }: MnoteContext): Save => ({
  editor: editorOf(request),
  now: clock(),
  mayReplace: mayReplace(request),
});

/**
 * Receives a slide's form and hands it to `save` with its pictures stored. They are taken away again when `save` did
 * not happen: no row names them then. `room`: how many pictures the slide can still take.
 */
export async function withNoteForm<T>(
  request: FastifyRequest,
  context: MnoteContext,
  room: number,
  save: (form: NoteForm, files: readonly NoteFile[]) => Promise<T>,
): Promise<T> {
  const receive = async (gone?: AbortSignal) => {
    const received = await receiveForm(request, { folder: context.incomingFolder });
    try {
      const form = readForm(request, NOTE_FORM, received.fields);
      const sent = sentImages(received.files);
      if (sent.length > room) throw tooLarge();
      const files = await storeImages(context, sent, gone);
      const names = files.map(({ fileName }) => fileName);
      return await withPlacedFiles(
        context.database,
        () => save(form, files),
        () => removeImages(context, names),
      );
    } finally {
      await received.remove();
    }
  };
  // A plain form has no pictures to wait for.
  return request.isMultipart() ? withPicturePlace(request, receive) : receive();
}

/** The failure that a client sees for a save that did not happen. */
export const refusalOf = (refusal: Refusal): HttpError =>
  refusal.outcome === 'missing' ? missingNote() : changedMeanwhile(refusal.note);

/** The slide as it stands after a save, visitors' pages told of it; throws 404 and 409 where there was none. */
export function savedNote(saving: Saving, { onChange }: MnoteContext): SavedNote {
  if (saving.outcome !== 'saved') throw refusalOf(saving);
  const { note, before } = saving;
  if (note !== before && (note.isPublic || before.isPublic)) onChange();
  return note;
}
