import { atom } from 'nanostores';
import { IMAGE_FILE_MAX, NOTE_IMAGES_MAX, NOTE_MESSAGE_MAX } from '../../../contract/limits.ts';
import type { Note, NoteFile } from '../../../contract/mnote.ts';
import { exceedsBytes, tidyTitle, titleProblem } from '../../../rules/text-limits.ts';
import { createDrafts, type Drafts } from '../editing/drafts.ts';
import { createEditing } from '../editing/editing-store.ts';
import { withPlainLineEnds } from '../editing/line-ends.ts';
import type { Stored } from '../http/etag.ts';
import { type Failure, failureOf } from '../http/failure.ts';
import type { SlideCalls } from './slide-calls.ts';

/** What is typed about a slide. */
export interface SlideText {
  readonly title: string;
  readonly message: string;
  readonly isPublic: boolean;
}

/** A new picture that waits for the save. */
export interface NewImage {
  readonly id: string;
  readonly file: File;
  /** Code of what is wrong with it; '' when nothing is. */
  readonly error: string;
}

/** Mistakes by field, as codes of the API; '' where there is none. */
export interface SlideErrors {
  readonly title: string;
  readonly images: string;
  readonly message: string;
}

const NO_ERRORS: SlideErrors = { title: '', images: '', message: '' };
const EMPTY: SlideText = { title: '', message: '', isPublic: false };

/** Codes of the form, those of the API among them. */
const slideCodes = {
  title: 'invalid title',
  longTitle: 'title too long',
  type: 'bad mime type',
  size: 'too large',
  count: 'too many images',
  message: 'invalid message',
  longMessage: 'message too long',
} as const;

/** What the form tells of by itself, in the manner of the API. */
export type SlideCode = (typeof slideCodes)[keyof typeof slideCodes];

/** The drafts of a slide on this device; `id` null: of a new one. */
const slideDrafts = (id: number | null): Drafts<SlideText> =>
  createDrafts(`slide:${id ?? 'new'}`, (value) => {
    if (typeof value !== 'object' || value === null) return null;
    const { title, message, isPublic } = value as Partial<Record<string, unknown>>;
    if (typeof title !== 'string' || typeof message !== 'string') return null;
    return { title, message, isPublic: isPublic === true };
  });

const textOf = ({ value, etag }: Stored<Note>): Stored<SlideText> => ({
  value: { title: value.title, message: withPlainLineEnds(value.message), isPublic: value.isPublic },
  etag,
});

const sameText = (one: SlideText, other: SlideText): boolean =>
  one.title === other.title && one.message === other.message && one.isPublic === other.isPublic;

function imageError(file: File): string {
  if (!file.type.startsWith('image/')) return slideCodes.type;
  return file.size > IMAGE_FILE_MAX ? slideCodes.size : '';
}

/** The form that the service reads; like any box that is not ticked, «publish» is absent then. */
export function slideForm(text: SlideText, images: readonly NewImage[]): FormData {
  const form = new FormData();
  form.set('title', text.title.trim());
  form.set('message', text.message);
  if (text.isPublic) form.set('isPublic', 'true');
  for (const { file } of images) form.append('images', file, file.name);
  return form;
}

/** What became of a save: `stay` keeps the form with its mistakes or questions, `leave` goes back to the list. */
export type SlideOutcome =
  | { readonly go: 'stay' }
  | { readonly go: 'leave'; readonly failure: Failure | null; readonly title: string };

/** The form of one slide; `id` null: a new one. New pictures outlive the page as long as the tab does. */
export function createSlideForm(
  calls: Pick<SlideCalls, 'one' | 'create' | 'change' | 'removeImage'>,
  id: number | null,
  now: () => Date,
  drafts: Drafts<SlideText> = slideDrafts(id),
) {
  const $images = atom<readonly NewImage[]>([]);
  const $files = atom<readonly NoteFile[]>([]);
  const $errors = atom<SlideErrors>(NO_ERRORS);

  function take(note: Stored<Note>): Stored<SlideText> {
    $files.set(note.value.files);
    return textOf(note);
  }

  const editing = createEditing<SlideText>({
    empty: EMPTY,
    drafts,
    same: sameText,
    load: async () => (id === null ? null : take(await calls.one(id))),
    async save(text, stored) {
      const form = slideForm(text, $images.get());
      const saved = await (id === null ? calls.create(form) : calls.change(id, form, stored?.etag ?? null));
      $images.set([]);
      return take(saved);
    },
    newId: () => crypto.randomUUID(),
    now,
  });

  function mistakes(): SlideErrors {
    const { title, message } = editing.$editing.get().value;
    const images = $images.get();
    const problem = titleProblem(tidyTitle(title));
    return {
      title: problem === null ? '' : problem === 'blank' ? slideCodes.title : slideCodes.longTitle,
      images:
        images.find(({ error }) => error !== '')?.error ??
        (images.length + $files.get().length > NOTE_IMAGES_MAX ? slideCodes.count : ''),
      message: exceedsBytes(message, NOTE_MESSAGE_MAX) ? slideCodes.longMessage : '',
    };
  }

  /** Where the refusal of a save belongs; a code that no field knows stays with the whole form. */
  function place({ code, kind }: Failure): void {
    if (kind !== 'refused') return;
    if (code === slideCodes.title) $errors.set({ ...NO_ERRORS, title: code });
    else if (code === slideCodes.message) $errors.set({ ...NO_ERRORS, message: code });
    else if (code === slideCodes.type || code.includes('image')) $errors.set({ ...NO_ERRORS, images: code });
  }

  return {
    ...editing,
    $images,
    $files,
    $errors,
    /** Takes what is typed; a mistake goes with the text that it was about. */
    change(value: SlideText): void {
      const { value: before } = editing.$editing.get();
      const errors = $errors.get();
      $errors.set({
        ...errors,
        title: value.title === before.title ? errors.title : '',
        message: value.message === before.message ? errors.message : '',
      });
      editing.change(value);
    },
    add(files: readonly File[]): void {
      const added = files.map((file) => ({ id: crypto.randomUUID(), file, error: imageError(file) }));
      $images.set([...$images.get(), ...added]);
      $errors.set({ ...$errors.get(), images: '' });
    },
    removeNew(imageId: string): void {
      $images.set($images.get().filter((image) => image.id !== imageId));
      $errors.set({ ...$errors.get(), images: '' });
    },
    /** Removes a stored picture at once; null means removed. */
    async removeStored(fileName: string): Promise<Failure | null> {
      if (id === null) return null;
      try {
        const etag = editing.$editing.get().stored?.etag ?? null;
        editing.accept(take(await calls.removeImage(id, fileName, etag)));
        return null;
      } catch (error) {
        return failureOf(error);
      }
    },
    /** Sends the form, or only what `send` sends in its place. */
    async submit(send: () => Promise<string> = editing.save): Promise<SlideOutcome> {
      const found = mistakes();
      $errors.set(found);
      const { title } = editing.$editing.get().value;
      if (Object.values(found).some((code) => code !== '')) return { go: 'stay' };
      const outcome = await send();
      if (outcome === 'saved') return { go: 'leave', failure: null, title };
      const { failure } = editing.$editing.get();
      if (outcome !== 'failed' || failure === null) return { go: 'stay' };
      place(failure);
      // Refused fields and an ended session are mended in the form; any other failure leads back to the list.
      const stays = failure.kind === 'refused' || failure.kind === 'login';
      return stays ? { go: 'stay' } : { go: 'leave', failure, title };
    },
  };
}
export type SlideForm = ReturnType<typeof createSlideForm>;
