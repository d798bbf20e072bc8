// State of the form in which an administrator creates or changes a slide of the front page: texts, pictures, drafts,
// saving.
import { atom } from 'nanostores';
import { IMAGE_FILE_MAX, NOTE_IMAGES_MAX } from '../../../contract/limits.ts';
import type { Note, NoteFile } from '../../../contract/slides/slides.ts';
import type { FileContents } from '../../../rules/format/file-contents.ts';
import { createDrafts, type Drafts } from '../editing/drafts.ts';
import { createEditing } from '../editing/editing-store.ts';
import type { Stored } from '../editing/etag.ts';
import { attempt, type Failure } from '../platform/http-client.ts';
import type { SlideCalls } from './slide-calls.ts';
import * as slideFields from './slide-fields.ts';

export interface NewImage {
  readonly id: string;
  readonly file: File;
  /** Code of what is wrong with it; '' when nothing is. */
  readonly error: string;
  /** Why it is not taken, in words; '': not known, or it is. */
  readonly why: string;
}

/** Mistakes by field, as codes of the API; '' where there is none. */
type SlideErrors = Readonly<Record<keyof slideFields.SlideText | 'images', string>>;

const NO_ERRORS: SlideErrors = { ...slideFields.NO_MISTAKES, images: '' };

interface FormState {
  readonly files: readonly NoteFile[];
  readonly images: readonly NewImage[];
  readonly errors: SlideErrors;
}

/** The drafts of a slide on this device; `id` null: of a new one. */
const slideDrafts = (id: number | null): Drafts<slideFields.SlideText> =>
  createDrafts(`slide:${id ?? 'new'}`, slideFields.readDraft);

function imageError(file: File): string {
  // A system that does not know the ending of HEIC names no type.
  if (file.type !== '' && !file.type.startsWith('image/')) return slideFields.imageCodes.type;
  return file.size > IMAGE_FILE_MAX ? slideFields.imageCodes.size : '';
}

function slideForm(text: slideFields.SlideText, images: readonly NewImage[]): FormData {
  const form = new FormData();
  for (const [name, value] of slideFields.sentFields(text)) form.set(name, value);
  for (const { file } of images) form.append('images', file, file.name);
  return form;
}

/** What became of a save: `stay` keeps the form with its mistakes or questions, `leave` goes back to the list. */
type SlideOutcome =
  | { readonly go: 'stay' }
  | { readonly go: 'leave'; readonly failure: null; readonly title: string; readonly isPublic: boolean }
  | { readonly go: 'leave'; readonly failure: Failure; readonly title: string };

/** The form of one slide; `id` null: a new one. New pictures outlive the page as long as the tab does. */
export function createSlideForm(
  calls: Pick<SlideCalls, 'one' | 'create' | 'change' | 'removeImage'>,
  id: number | null,
  now: () => Date,
  drafts: Drafts<slideFields.SlideText> = slideDrafts(id),
) {
  const $form = atom<FormState>({ files: [], images: [], errors: NO_ERRORS });
  const patch = (change: Partial<FormState>) => $form.set({ ...$form.get(), ...change });
  const setErrors = (errors: Partial<SlideErrors>) => patch({ errors: { ...$form.get().errors, ...errors } });

  function take(note: Stored<Note>): Stored<slideFields.SlideText> {
    patch({ files: note.value.files });
    return { value: slideFields.shownText(note.value), etag: note.etag };
  }

  const editing = createEditing<slideFields.SlideText>({
    empty: slideFields.EMPTY_SLIDE,
    drafts,
    same: slideFields.sameText,
    merge: slideFields.mergeSlides,
    load: async () => (id === null ? null : take(await calls.one(id))),
    async save(text, stored) {
      const form = slideForm(text, $form.get().images);
      const saved = await (id === null ? calls.create(form) : calls.change(id, form, stored?.etag ?? null));
      patch({ images: [] });
      return take(saved);
    },
    now,
  });

  function mistakes(): SlideErrors {
    const { images, files } = $form.get();
    return {
      ...slideFields.mistakesIn(editing.$editing.get().value),
      images:
        images.find(({ error }) => error !== '')?.error ??
        (images.length + files.length > NOTE_IMAGES_MAX ? slideFields.imageCodes.count : ''),
    };
  }

  /** Notes why a picture is not taken, by what the server has found it to be, or by its beginning. */
  async function refuse({ id: one, file }: NewImage, contents: FileContents | null): Promise<void> {
    // Most forms never say it.
    const chosen = await import('../platform/chosen-file.ts');
    const why = chosen.pictureNotTaken(file.name, contents ?? (await chosen.contentsIfRead(file)));
    const images = $form
      .get()
      .images.map((image) => (image.id === one ? { ...image, error: slideFields.imageCodes.type, why } : image));
    patch({ images });
  }

  /** Where the refusal of a save belongs; a code that no field knows stays with the whole form. */
  function place({ code, kind, facts }: Failure): void {
    if (kind !== 'refused') return;
    const field = slideFields.refusedField(code);
    if (field) setErrors({ [field]: code });
    else if (code === slideFields.imageCodes.type || code.includes('image')) setErrors({ images: code });
    if ('file' in facts) void refuseFile(facts);
  }

  async function refuseFile(facts: Failure['facts']): Promise<void> {
    const { refusedFileIn } = await import('../../../rules/format/file-contents.ts');
    const refused = refusedFileIn(facts);
    const wrong = refused && $form.get().images[refused.place];
    if (wrong) await refuse(wrong, refused.contents);
  }

  return {
    ...editing,
    $form,
    /** Takes what is typed; a mistake goes with the text that it was about. */
    change(value: slideFields.SlideText): void {
      setErrors(slideFields.keptCodes($form.get().errors, editing.$editing.get().value, value));
      editing.change(value);
    },
    add(files: readonly File[]): void {
      const added = files.map((file) => ({ id: crypto.randomUUID(), file, error: imageError(file), why: '' }));
      patch({ images: [...$form.get().images, ...added] });
      for (const image of added) if (image.error === slideFields.imageCodes.type) void refuse(image, null);
      setErrors({ images: '' });
    },
    removeNew(imageId: string): void {
      patch({ images: $form.get().images.filter((image) => image.id !== imageId) });
      setErrors({ images: '' });
    },
    /** Removes a stored picture at once; null means removed. */
    removeStored: (fileName: string): Promise<Failure | null> =>
      attempt(async () => {
        const etag = editing.$editing.get().stored?.etag ?? null;
        if (id !== null) editing.accept(take(await calls.removeImage(id, fileName, etag)));
      }),
    /** Sends the form, or only what `send` sends in its place. */
    async submit(send: () => Promise<string> = editing.save): Promise<SlideOutcome> {
      const found = mistakes();
      setErrors(found);
      const { title } = editing.$editing.get().value;
      if (Object.values(found).some((code) => code !== '')) return { go: 'stay' };
      const outcome = await send();
      if (outcome === 'saved') {
        // What the server has now, which may be joined with another edit.
        const saved = editing.$editing.get().stored?.value ?? editing.$editing.get().value;
        return { go: 'leave', failure: null, title: saved.title, isPublic: saved.isPublic };
      }
      const { failure } = editing.$editing.get();
      if (outcome !== 'failed' || failure === null) return { go: 'stay' };
      place(failure);
      // Refused fields and an ended session are mended in the form; any other failure leads back to the list.
      const stays = failure.kind === 'refused' || failure.kind === 'login';
      return stays ? { go: 'stay' } : { go: 'leave', failure, title };
    },
  };
}
export type SlideFormStore = ReturnType<typeof createSlideForm>;
