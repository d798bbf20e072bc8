import sharp from 'sharp';
import { NOTE_IMAGE_WIDTH } from '../../../contract/limits.ts';
import type { NoteFile } from '../../../contract/mnote.ts';
import { lockTable } from '../../database/lock-table.ts';
import { toPicture } from '../../files/picture.ts';
import type { MnoteContext } from '../context.ts';
import { removeImages } from '../notes/images.ts';
import { insertSlide } from '../notes/store.ts';
import { hasNoSlides } from './empty.ts';
import { drawnPicture, PICTURES, type PictureName } from './pictures.ts';
import { DEMO_SLIDES } from './slides.ts';

/** Between two slides of the demonstration, ms. */
const DAY = 86_400_000;

/** Fills the slides where there is none; whether it did. */
export async function fillDemoSlides(context: MnoteContext): Promise<boolean> {
  const { database, clock } = context;
  if (!(await hasNoSlides(database))) return false;
  const first = clock() - DEMO_SLIDES.length * DAY;
  const slides = await Promise.all(
    DEMO_SLIDES.map(async ({ picture, ...slide }) => ({
      ...slide,
      files: picture ? [await drawn(context, picture)] : [],
    })),
  );
  const isFilled = await database.write(async (transaction) => {
    // Another server may have started at the same moment.
    await lockTable(database, transaction, 'notes');
    if (!(await hasNoSlides({ read: transaction }))) return false;
    for (const [at, slide] of slides.entries()) await insertSlide(transaction, slide, null, first + at * DAY);
    return true;
  });
  const names = slides.flatMap(({ files }) => files.map(({ fileName }) => fileName));
  if (!isFilled) await removeImages(context, names);
  return isFilled;
}

async function drawn({ images }: MnoteContext, name: PictureName): Promise<NoteFile> {
  const drawing = await sharp(Buffer.from(drawnPicture(name)))
    .png()
    .toBuffer();
  const { single, doubled } = await toPicture(drawing, NOTE_IMAGE_WIDTH);
  return {
    originalName: `${PICTURES[name].title}.webp`,
    fileName: await images.put('webp', single, doubled),
  };
}
