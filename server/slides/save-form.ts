/** Receives the form of a slide with its pictures. */
import type { FastifyRequest } from 'fastify';
import { IMAGE_FILE_MAX, IMAGE_PIXELS_MAX, NOTE_IMAGE_WIDTH, NOTE_IMAGES_MAX } from '../../contract/limits.ts';
import { NOTE_FORM, type NoteFile } from '../../contract/slides/slides.ts';
import { type Picture, PictureRefused, toPicture } from '../platform/files/picture.ts';
import { sweepUnused } from '../platform/files/stored-files.ts';
import { withPicturePlace } from '../platform/http/picture-upload.ts';
import * as http from '../platform/http/request.ts';
import * as upload from '../platform/http/upload.ts';
import type { SavedSlide, SlideForm } from './slide.ts';
import type { Refusal, Save, Saving, SlidesContext } from './store.ts';

export const SLIDE_FILES: upload.FileLimits = {
  maxBytes: IMAGE_FILE_MAX,
  maxFiles: NOTE_IMAGES_MAX,
  maxTotalBytes: NOTE_IMAGES_MAX * IMAGE_FILE_MAX,
};

export const missingSlide = () => http.notFound('note not found');

export const saveOf = (request: FastifyRequest, { clock }: SlidesContext): Save => ({
  editor: http.requireEditor(request),
  now: clock(),
  matchesVersion: http.matchesVersion(request),
});

/** Hands a slide's form to `save` with its pictures stored, which go again where it fails. `room`: for so many more. */
export async function withSlideForm<T>(
  request: FastifyRequest,
  context: SlidesContext,
  room: number,
  save: (form: SlideForm, files: readonly NoteFile[]) => Promise<T>,
): Promise<T> {
  const receive = async (gone?: AbortSignal) => {
    const received = await upload.receiveForm(request, { folder: context.incomingFolder });
    try {
      const form = http.readForm(request, NOTE_FORM, received.fields);
      const sent = upload.sentFiles(received, FIELD);
      if (sent.length > room) throw http.tooLarge();
      const files = await storeImages(context, sent, gone);
      const names = files.map(({ fileName }) => fileName);
      return await upload.withPlacedFiles(
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

export const refusalOf = (refusal: Refusal): http.HttpError =>
  refusal.outcome === 'missing' ? missingSlide() : http.editConflict(refusal.note);

/** The slide as it stands after a save; updates visitors' pages. Throws 404 and 409 where there was none. */
export function savedSlide(saving: Saving, { onChange }: SlidesContext): SavedSlide {
  if (saving.outcome !== 'saved') throw refusalOf(saving);
  const { note, before } = saving;
  if (note !== before && (note.isPublic || before.isPublic)) onChange();
  return note;
}

const USED = new URL('./used-images-job.ts', import.meta.url);
/** Name of the form field; files of other fields are not looked at. */
const FIELD = 'images';

/** Re-encodes received pictures and stores them, all or none, by their content. Throws a `fileRefusal`. */
async function storeImages(
  { images }: SlidesContext,
  received: readonly upload.ReceivedFile[],
  gone?: AbortSignal,
): Promise<NoteFile[]> {
  const pictures: [Picture, string][] = [];
  for (const [place, file] of received.entries()) {
    const picture = await toPicture(file.path, NOTE_IMAGE_WIDTH, undefined, gone).catch(async (error: unknown) => {
      throw error instanceof PictureRefused ? await upload.fileRefusal(file, place, IMAGE_PIXELS_MAX) : error;
    });
    pictures.push([picture, file.originalName]);
  }
  const stored: NoteFile[] = [];
  try {
    for (const [{ single, doubled }, originalName] of pictures) {
      stored.push({ originalName, fileName: await images.put('webp', single, doubled) });
    }
    return stored;
  } catch (error) {
    for (const { fileName } of stored) await images.remove(fileName);
    throw error;
  }
}

/** Removes pictures that no state of any slide shows any more; a failure is left to the sweep. */
export async function removeImages({ images, log }: SlidesContext, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await images.remove(name).catch((error) => log.warn({ err: error, name }, 'picture not removed'));
  }
}

/** Removes pictures that no slide shows and none of its earlier states did; resolves to their number. */
export const sweepImages = (context: SlidesContext): Promise<number> => sweepUnused(context.images, context, USED);
