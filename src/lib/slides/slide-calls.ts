// Calls of the API by which an administrator changes slides of the front page and their pictures; the service is named
// mnote.
import { NOTE_PAGE_SIZE } from '../../../contract/limits.ts';
import type { Note, NoteFile, NoteHistory, NoteVersion } from '../../../contract/slides/slides.ts';
import type { KnownPicture, PictureLibrary } from '../editing/editor-sources.ts';
import { ifMatch, type Stored, storedOf } from '../editing/etag.ts';
import { noteImageSources } from '../platform/picture-addresses.ts';
import { mnote, session } from '../platform/session.ts';

/** Pictures may go over a slow line, ms. */
const FORM_TIMEOUT_MS = 300_000;
/** Minutes that the access token must live when pictures are sent, so that they need not be sent twice. */
const FORM_MARGIN_MINUTES = 5;

async function send(method: 'post' | 'patch', path: string, body: FormData, etag: string | null) {
  await session.ensureFresh(FORM_MARGIN_MINUTES);
  return storedOf<Note>(mnote[method](path, { body, headers: ifMatch(etag), timeout: FORM_TIMEOUT_MS, retry: 0 }));
}

/** What an administrator does with slides. All throw what ky throws, or SessionEnded. */
export const slideCalls = {
  /** The newest slides whose titles have these words; all of them for ''. */
  search: (search: string, signal?: AbortSignal): Promise<Note[]> =>
    mnote.get('search/note/', { searchParams: { search, limit: NOTE_PAGE_SIZE, last: '' }, signal }).json<Note[]>(),
  more: (title: string, last: number, signal?: AbortSignal): Promise<Note[]> =>
    mnote.get('search/note/', { searchParams: { title, limit: NOTE_PAGE_SIZE, last }, signal }).json<Note[]>(),
  one: (id: number): Promise<Stored<Note>> => storedOf(mnote.get(String(id), { cache: 'no-store' })),
  create: (form: FormData): Promise<Stored<Note>> => send('post', '', form, null),
  change: (id: number, form: FormData, etag: string | null): Promise<Stored<Note>> =>
    send('patch', String(id), form, etag),
  async remove(id: number): Promise<void> {
    await mnote.delete(String(id));
  },
  removeImage: (id: number, fileName: string, etag: string | null): Promise<Stored<Note>> =>
    storedOf(mnote.patch(`file/${id}`, { json: { fileName }, headers: ifMatch(etag) })),
  async order(ids: readonly number[]): Promise<void> {
    await mnote.put('order', { json: { ids } });
  },
  /** Pictures that texts may show: kept ones, then those of slides. */
  pictures: (): Promise<NoteFile[]> => mnote.get('pictures').json<NoteFile[]>(),
  async sendPictures(files: readonly File[]): Promise<NoteFile[]> {
    await session.ensureFresh(FORM_MARGIN_MINUTES);
    const body = new FormData();
    for (const file of files) body.append('images', file, file.name);
    return mnote.post('pictures', { body, timeout: FORM_TIMEOUT_MS, retry: 0 }).json<NoteFile[]>();
  },
  /** Keeps the picture of a slide for a text, whatever becomes of the slide. */
  async keepPicture(fileName: string): Promise<void> {
    await mnote.put('pictures', { json: { fileName } });
  },
  history: (id: number): Promise<NoteHistory> => mnote.get(`${id}/history`).json<NoteHistory>(),
  version: (id: number, version: number): Promise<NoteVersion> =>
    mnote.get(`${id}/history/${version}`).json<NoteVersion>(),
  async restore(id: number, version: number): Promise<void> {
    await mnote.post(`${id}/history/${version}`);
  },
};
export type SlideCalls = typeof slideCalls;

const known = ({ fileName, originalName }: { fileName: string; originalName: string }): KnownPicture => ({
  address: noteImageSources(fileName).src,
  name: originalName,
});

/** The pictures that pages and slides show. Only those that this site serves itself can be named in the markup. */
export const sitePictures: PictureLibrary = {
  list: async () => (await slideCalls.pictures()).map(known).filter(({ address }) => address.startsWith('/')),
  async send(file) {
    const [sent] = await slideCalls.sendPictures([file]);
    if (!sent) throw new Error('no picture in the answer');
    return known(sent);
  },
  keep: (address) => slideCalls.keepPicture(address.slice(address.lastIndexOf('/') + 1)),
};
