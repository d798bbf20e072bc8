// Fills the slides of the demonstration, where the shop has none. demo-slides.ts recognises and removes them.
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { DAY_MS, NOTE_IMAGE_WIDTH } from '../../contract/limits.ts';
import type { NoteFile } from '../../contract/slides/slides.ts';
import { lockTable } from '../platform/database/concurrent-writes.ts';
import { recordThings } from '../platform/database/demonstration-records.ts';
import { toPicture } from '../platform/files/picture.ts';
import slides from './demo-slides.json' with { type: 'json' };
import { hasNoSlides, SLIDES } from './demo-slides.ts';
import { removeImages } from './save-form.ts';
import { newSlideText } from './slide.ts';
import { insertSlide, type SlidesContext } from './store.ts';

/** Fills the slides where there is none, the oldest first; whether it did. */
export async function fillDemoSlides(context: SlidesContext): Promise<boolean> {
  const { database, clock } = context;
  if (!(await hasNoSlides(database))) return false;
  const first = clock() - slides.length * DAY_MS;
  const drafts = await Promise.all(
    slides.map(async ({ picture, ...slide }) => ({
      ...newSlideText(slide),
      files: picture ? [await drawPicture(context, picture)] : [],
    })),
  );
  const isFilled = await database.write(async (transaction) => {
    // Another server may have started at the same moment.
    await lockTable(database, transaction, 'notes');
    if (!(await hasNoSlides({ read: transaction }))) return false;
    const made: number[] = [];
    for (const [at, slide] of drafts.entries())
      made.push((await insertSlide(transaction, slide, null, first + at * DAY_MS)).id);
    await recordThings(transaction, SLIDES, made);
    return true;
  });
  const names = drafts.flatMap(({ files }) => files.map(({ fileName }) => fileName));
  if (!isFilled) await removeImages(context, names);
  return isFilled;
}

type DemoPicture = NonNullable<(typeof slides)[number]['picture']>;

async function drawPicture({ images }: SlidesContext, { drawing, title }: DemoPicture): Promise<NoteFile> {
  const svg = await readFile(new URL(`./demo-pictures/${drawing}`, import.meta.url));
  const png = await sharp(svg).png().toBuffer();
  const { single, doubled } = await toPicture(png, NOTE_IMAGE_WIDTH);
  return { originalName: `${title}.webp`, fileName: await images.put('webp', single, doubled) };
}
