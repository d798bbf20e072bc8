// Looks at the files that an administrator sent as photos of many positions: unpacks a zip, finds the part that each name
// means, and makes the photo of it. Runs in the background, one file at a time; the request is answered before.
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileTypeFromFile } from 'file-type';
import type { PhotoPart } from '../../../contract/catalogue/photo-runs.ts';
import type { PhotoOutcome, PhotoReason } from '../../../contract/catalogue/photo-words.ts';
import * as limits from '../../../contract/limits.ts';
import { looksLikePicture, PictureRefused, toPictureInTime } from '../../platform/files/picture.ts';
import { badRequest } from '../../platform/http/request.ts';
import type { ReceivedFile } from '../../platform/http/upload.ts';
import { limitTo } from '../../platform/limit-to.ts';
import { ReadError } from '../../platform/sheet-reader/messages.ts';
import { type Container, openContainer } from '../../platform/sheet-reader/zip.ts';
import type { CatalogueContext } from '../context/context.ts';
import type { CatalogueSource } from '../context/schema.ts';
import { type Dictionary, dictionaryWith, wordKey } from '../search-words/dictionary.ts';
import { leadsOutside, matchPhoto, readPhotoName } from './photo-name.ts';
import * as photoRuns from './photo-runs.ts';

/** What systems leave in folders and archives beside the files of a person. */
const OF_SYSTEMS = /(?:^|[\\/])(?:__MACOSX[\\/]|\.(?!\.?[\\/])|thumbs\.db$|desktop\.ini$)/iu;

/** Archives by their names and by the types of their content; what is in a workbook or a text is no photo either. */
const ARCHIVE_NAME = /\.(?:zip|rar|7z|tar|t?gz|t?bz2|t?xz)$/iu;
const ARCHIVE_TYPES: ReadonlySet<string> = new Set(
  'zip vnd.rar x-rar-compressed x-7z-compressed x-tar gzip x-bzip2 x-xz'
    .split(' ')
    .map((type) => `application/${type}`),
);

/** A file that was sent, or one of a zip. */
export interface SentPhoto {
  readonly name: string;
  /** Why it is refused if it is an archive. */
  readonly ifArchive: PhotoReason;
  /** Puts it on the disk, perhaps; resolves to its path and size, or to why it is refused. */
  take(): Promise<{ readonly path: string; readonly bytes: number } | PhotoReason>;
  /** Takes away what `take` made. */
  leave(): Promise<void>;
}

export interface SentPhotos {
  readonly photos: readonly SentPhoto[];
  close(): void;
}

/** The pictures among received files, those in zips included. Throws 400 on a zip that cannot be taken as a whole. */
export async function openSent(files: readonly ReceivedFile[], folder: string): Promise<SentPhotos> {
  const photos: SentPhoto[] = [];
  const opened: Container[] = [];
  const close = () => {
    for (const container of opened) container.close();
  };
  try {
    // All zips of one request together.
    const unpacked = { bytes: 0 };
    for (const file of files) {
      if (await isZip(file.path)) {
        const container = await openContainer(file.path).catch((): never => {
          throw badRequest('archive is broken');
        });
        opened.push(container);
        const inside = photosOf(container, folder, unpacked);
        photos.push(...(inside.length > 0 ? inside : [emptyArchive(file.originalName)]));
      } else if (!OF_SYSTEMS.test(file.originalName)) {
        const { path, bytes, originalName: name } = file;
        const take = async () => ({ path, bytes });
        photos.push({ name, ifArchive: 'other archive', take, leave: async () => {} });
      }
    }
    if (photos.length > limits.PHOTOS_OF_RUN) throw badRequest('too many photos');
    return { photos, close };
  } catch (error) {
    close();
    throw error;
  }
}

const emptyArchive = (name: string): SentPhoto => ({
  name,
  ifArchive: 'empty archive',
  take: async () => 'empty archive',
  leave: async () => {},
});

/** A zip with files, or one of none. */
async function isZip(path: string): Promise<boolean> {
  const handle = await open(path, 'r');
  try {
    const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return ['PK\x03\x04', 'PK\x05\x06'].includes(buffer.toString('latin1'));
  } finally {
    await handle.close();
  }
}

/** Nothing is written under a name of the zip. What it declares is not trusted: bytes are counted as they come. */
function photosOf(container: Container, folder: string, unpacked: { bytes: number }): SentPhoto[] {
  const names = [...container.names()].filter((name) => !name.endsWith('/') && !OF_SYSTEMS.test(name));
  const declared = names.reduce((sum, name) => sum + container.size(name), 0);
  if (declared > limits.PHOTOS_UNPACKED_MAX) throw badRequest('archive is too large');
  return names.map((name) => {
    // Named as the drafts of uploads, which a start removes after a crash.
    const path = join(folder, `${process.pid}-${randomUUID()}.part`);
    const shown = container.shownName(name).normalize('NFC');
    return {
      name: shown,
      ifArchive: 'nested archive',
      take: async () => {
        if (leadsOutside(shown)) return 'hidden path';
        if (container.size(name) > 0 && ARCHIVE_NAME.test(shown)) return 'nested archive';
        if (container.size(name) > limits.IMAGE_FILE_MAX) return 'too large';
        const room = Math.min(limits.IMAGE_FILE_MAX, limits.PHOTOS_UNPACKED_MAX - unpacked.bytes);
        try {
          await pipeline(container.bytes(name, room), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
        } catch (error) {
          if (!(error instanceof ReadError)) throw error;
          return error.code === 'TOO_BIG' ? 'too large' : 'broken';
        } finally {
          unpacked.bytes += await sizeOf(path);
        }
        return { path, bytes: await sizeOf(path) };
      },
      leave: () => rm(path, { force: true }),
    };
  });
}

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

export interface PhotoReader {
  /** Looks at photos in the background, after those of earlier calls, from this place of the run on; then calls `done`. */
  read(id: number, from: number, sent: SentPhotos, done: () => Promise<void>): void;
  /** Stops where it is: the runs under way have to be tried again. */
  close(): Promise<void>;
}

export function createPhotoReader(context: CatalogueContext): PhotoReader {
  const { database, clock, log } = context;
  const inTurn = limitTo(1);
  const ended = new AbortController();
  const reading = new Set<Promise<void>>();

  async function readAll(id: number, from: number, { photos }: SentPhotos): Promise<void> {
    const beat = () =>
      void photoRuns
        .keepAlive(database, id, clock())
        .catch((error) => log.warn({ err: error }, 'photo run not renewed'));
    const timer = setInterval(beat, photoRuns.BEAT_MS);
    try {
      await inTurn(async () => {
        const dictionary = await dictionaryOf(database.read);
        for (const [at, photo] of photos.entries()) {
          ended.signal.throwIfAborted();
          const file = await readPhoto(context, photo, dictionary, ended.signal).finally(photo.leave);
          await photoRuns.keepFile(database, id, { place: from + at, ...file }, clock());
        }
      });
    } catch (error) {
      if (!ended.signal.aborted) log.error({ err: error, run: id }, 'photos not read');
      await photoRuns.breakOff(database, id);
    } finally {
      clearInterval(timer);
    }
  }

  return {
    read(id, from, sent, done) {
      const work = readAll(id, from, sent)
        .finally(sent.close)
        .finally(done)
        .catch((error) => log.error({ err: error, run: id }, 'photos not left'))
        .finally(() => reading.delete(work));
      reading.add(work);
    },
    async close() {
      ended.abort();
      await Promise.all(reading);
    },
  };
}

type FileRead = Omit<photoRuns.ReadFile, 'place'>;

const NONE = { part_id: null, number: 0, photo: null, words: '', reason: null } as const;

const dictionaryOf = async (read: CatalogueSource): Promise<Dictionary> =>
  dictionaryWith(await read.selectFrom('search_words').select(['kind', 'word', 'means']).orderBy('id').execute());

/** What one file is: only a picture that names one part is decoded and stored. */
async function readPhoto(
  context: CatalogueContext,
  sent: SentPhoto,
  { meanings }: Dictionary,
  gone: AbortSignal,
): Promise<FileRead> {
  const { name } = sent;
  const because = (outcome: PhotoOutcome, reason: PhotoReason | null, more: Partial<FileRead> = {}): FileRead => ({
    ...NONE,
    ...{ name, outcome, reason, parts: '[]' },
    ...more,
  });
  const taken = await sent.take();
  if (typeof taken === 'string') return because('refused', taken);
  const { path, bytes } = taken;
  if (bytes === 0) return because('refused', 'empty');
  const isArchive = async () => ARCHIVE_TYPES.has((await fileTypeFromFile(path))?.mime ?? '');
  if (bytes > limits.IMAGE_FILE_MAX) return because('refused', (await isArchive()) ? sent.ifArchive : 'too large');
  if (!(await looksLikePicture(path))) return because('refused', (await isArchive()) ? sent.ifArchive : 'no picture');
  const read = readPhotoName(name);
  const parts = await photoRuns.partsOfKeys(context.database.read, read.keys);
  // Makers under the other names that the search knows them by.
  const othersOf = (maker: string) => [maker, ...(meanings.get(wordKey(maker))?.texts ?? [])];
  const named = parts.map((part) => ({ ...part, makers: part.makers.flatMap(othersOf) }));
  const match = matchPhoto(read, named);
  if (match.outcome === 'unknown') return because('unknown', match.reason, { words: match.words });
  if (match.outcome === 'ambiguous') {
    const several = match.parts.slice(0, limits.PHOTO_PARTS_NAMED).map(partAnswer);
    return because('ambiguous', null, { parts: JSON.stringify(several) });
  }
  const only = JSON.stringify([partAnswer(match.part)]);
  try {
    const { single, doubled } = await toPictureInTime(path, limits.PHOTO_WIDTH, gone);
    const photo = await context.photos.put('webp', single, doubled);
    return because('matched', null, { parts: only, photo, part_id: match.part.id, number: match.number });
  } catch (error) {
    if (!(error instanceof PictureRefused)) throw error;
    return because('refused', error.message === 'too many pixels' ? 'too many pixels' : 'broken', { parts: only });
  }
}

const partAnswer = (part: {
  readonly id: number;
  readonly article: string;
  readonly makers: readonly string[];
  readonly positions: number;
}): PhotoPart => ({ id: part.id, article: part.article, maker: part.makers[0] ?? null, positions: part.positions });
