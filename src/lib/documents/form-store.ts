// State of the form that creates or changes a document: what is typed, the save and its questions, a save whose answer
// was lost.
import { atom, computed } from 'nanostores';
import type { AlreadyCreated, Document, WaitingFileGone } from '../../../contract/documents/documents.ts';
import type { SignatoryKind } from '../../../contract/documents/words.ts';
import { refusedFileIn } from '../../../rules/format/file-contents.ts';
import type { Drafts } from '../editing/drafts.ts';
import { createEditing, type Outcome } from '../editing/editing-store.ts';
import type { Stored } from '../editing/etag.ts';
import type { Failure } from '../platform/http-client.ts';
import * as documentChange from './document-change.ts';
import { areLinksOld, checkFile, checkFormFile, type Sent, withLinksOf } from './document-files.ts';
import { createKeptDrafts, type DocumentFormCalls, type DraftCalls } from './form-calls.ts';
import { type Beginning, NO_BEGINNING } from './form-sample.ts';
import { createDocumentUpload, createWaitingFiles, sentOf, type WaitingFile } from './upload-store.ts';

/** Code of a refusal: an earlier save of the form succeeded with another content. */
export const ALREADY_CREATED: AlreadyCreated['error'] = 'already created';

/** Code of a refusal: a file named by the save no longer waits at the server. */
const FILE_GONE: WaitingFileGone['error'] = 'waiting file not found';

/** The document that an earlier save created, whose answer was lost. */
interface Made {
  readonly stored: Stored<Document>;
  /** Ids of the chosen files that it has, and names of waiting files and of attachments of the sample. */
  readonly attached: readonly string[];
}

/** A question before a save: whether it may clear marks, or store a document without signatories. */
export type SaveQuestion = { readonly about: 'marks'; readonly marks: number } | { readonly about: 'nobody' };

/** The outcome of a submit: the form stays, asks a question, or the document is opened. */
type DocumentOutcome =
  | { readonly go: 'stay' }
  | { readonly go: 'ask'; readonly question: SaveQuestion }
  | { readonly go: 'open'; readonly id: number };

/** An existing document, or the place of a new one. */
type DocumentSubject = { readonly id: number; readonly author: string } | documentChange.DocumentPlace;

const NONE_WAITING = atom<readonly WaitingFile[]>([]);

const withToggled = (names: readonly string[], name: string): readonly string[] =>
  names.includes(name) ? names.filter((one) => one !== name) : [...names, name];

type Calls = Pick<DocumentFormCalls, 'one' | 'create' | 'change'>;

/** The form of a document: texts and signatories are kept as a draft, chosen files while the form is open. */
export function createDocumentForm(
  calls: Calls,
  subject: DocumentSubject,
  drafts: Drafts<documentChange.DocumentText>,
  now: () => Date,
  { text: empty, template }: Beginning = NO_BEGINNING,
  /** Keeps drafts and files at the server too; null: files are sent with the save. */
  draftCalls: DraftCalls | null = null,
) {
  let id = 'id' in subject ? subject.id : null;
  /** The last known stored document; null: not created yet. */
  const $document = atom<Document | null>(null);
  const $errors = atom<documentChange.DocumentErrors>(documentChange.NO_ERRORS);
  const $sent = atom<Sent | null>(null);
  const $awaited = atom<Sent | null>(null);
  const $stopped = atom(false);
  /** The document that an earlier save created, with later changes in the form: the user chooses what to do. */
  const $made = atom<Made | null>(null);
  /** Whether this form of a new document now edits the document that it created. */
  const $became = atom(false);
  const $counterparty = atom('');
  /** Names of attached files that the next save removes. */
  const $removed = atom<readonly string[]>([]);
  /** Names of the sample's attachments that the next save copies. */
  const $copied = atom<readonly string[]>([]);
  let linksAt = 0;
  const upload = createDocumentUpload(
    () => $errors.set({ ...$errors.get(), files: '' }),
    draftCalls ? checkFormFile : checkFile,
    (file) => files?.send(file),
  );
  const keeping = draftCalls
    ? createKeptDrafts(drafts, draftCalls, () => {
        const { directing, task } = placeNow();
        return { document: id, directing, task };
      })
    : null;
  /** Names of sent files that neither the server nor this page has any more. */
  const $lost = atom<readonly string[]>([]);
  /** ETag of `$document`; that of the text is older when a draft of an older state was taken. */
  let shown: string | null = null;
  let sending = new AbortController();
  let typed = documentChange.NO_PERSON_TYPED;
  /** Ids of the files of the last save, in their order. */
  let sentFiles: readonly string[] = [];
  /** Ids of those of them that the save itself carries. */
  let sentChosen: readonly string[] = [];

  function take({ value, etag }: Stored<Document>): Stored<documentChange.DocumentText> {
    $document.set(value);
    shown = etag;
    linksAt = now().getTime();
    $removed.set($removed.get().filter((name) => value.files.some(({ fileName }) => fileName === name)));
    return { value: documentChange.textOfDocument(value), etag };
  }

  const placeNow = (): documentChange.DocumentPlace => {
    const document = $document.get();
    if (document) return { directing: document.directing.id, task: document.task.id, author: subject.author };
    return 'id' in subject ? { directing: 0, task: 0, author: subject.author } : subject;
  };

  const editing = createEditing<documentChange.DocumentText>({
    empty,
    drafts: keeping ?? drafts,
    same: documentChange.sameDocument,
    async load() {
      const [document] = await Promise.all([id === null ? null : calls.one(id), keeping?.load()]);
      return document && take(document);
    },
    async save(text, stored, round) {
      sending = new AbortController();
      $stopped.set(false);
      await waitForFiles(sending.signal);
      await keeping?.rest();
      const chosen = upload.$files.get();
      const waiting = files?.$waiting.get().map(({ stored: { fileName } }) => fileName) ?? [];
      const copied = $copied.get();
      sentChosen = chosen.map((one) => one.id);
      sentFiles = [...waiting, ...sentChosen, ...copied];
      const whole = chosen.map(({ file }) => file);
      const by = { onSent: (sent: Sent) => whole.length > 0 && $sent.set(sent), signal: sending.signal };
      const form = documentChange.documentForm(text, placeNow(), whole, $document.get(), {
        waiting,
        copied,
        draft: keeping ? round : null,
        removed: $removed.get(),
        counterparty: id === null && documentChange.asksCounterparty(text) ? $counterparty.get().trim() : '',
        isRouted: id === null && documentChange.isRouteFixed(template),
      });
      try {
        const saved = await (id === null
          ? calls.create(form, round, by)
          : calls.change(id, form, { etag: stored?.etag ?? null, key: round }, by));
        upload.clear();
        $copied.set([]);
        files?.clear();
        keeping?.forgetFiles(round);
        $lost.set([]);
        return take(saved);
      } finally {
        $sent.set(null);
      }
    },
    now,
  });

  const files = keeping && createWaitingFiles(upload, keeping, editing.present);
  const waitingCount = (): number => files?.$waiting.get().length ?? 0;

  /** Resolves when every file is sent or failed. A stop aborts the files too, and throws an AbortError. */
  async function waitForFiles(signal: AbortSignal): Promise<void> {
    if (!files) return;
    const sizes = new Map(upload.$files.get().map(({ id: of, file }) => [of, file.size]));
    const stopTelling = files.$sending.subscribe((sending) => $awaited.set(sentOf(sizes, sending)));
    const stopAll = () => files.stopAll();
    signal.addEventListener('abort', stopAll);
    await files.settled();
    signal.removeEventListener('abort', stopAll);
    stopTelling();
    $awaited.set(null);
    if (signal.aborted) throw new DOMException('aborted', 'AbortError');
  }

  const isRouted = (): boolean =>
    id === null ? documentChange.isRouteFixed(template) : $document.get()?.route !== undefined;

  const isBusy = (): boolean => editing.$editing.get().saving;

  /** Whether the conflict of a save is only about marks made meanwhile: texts, files and people are the same. */
  function visitedMarksOnly(before: Document | null, known: string | null): boolean {
    const { conflict, stored } = editing.$editing.get();
    const now = $document.get();
    if (!conflict?.theirs || !stored || !before || !now) return false;
    // The user must compare a text that is based on an older state.
    if (stored.etag !== known || shown === known) return false;
    const filesOf = ({ files }: Document) => files.map(({ fileName }) => fileName).join();
    return (
      documentChange.sameDocument(documentChange.textOfDocument(before), conflict.theirs.value) &&
      filesOf(before) === filesOf(now)
    );
  }

  async function finish(send: () => Promise<Outcome>): Promise<DocumentOutcome> {
    const [before, known] = [$document.get(), shown];
    const outcome = await send();
    const saved = $document.get();
    if (outcome === 'saved' && saved) return { go: 'open', id: saved.id };
    if (outcome === 'conflict' && visitedMarksOnly(before, known)) {
      const { conflict } = editing.$editing.get();
      editing.putOff();
      if (conflict?.theirs) editing.accept(conflict.theirs);
      return submit();
    }
    const { failure } = editing.$editing.get();
    if (outcome !== 'failed' || !failure) return { go: 'stay' };
    if (failure.code === ALREADY_CREATED) await showMade(failure);
    else if (failure.code === FILE_GONE) {
      const { missing } = failure.facts as unknown as WaitingFileGone;
      $lost.set(files?.lose(missing) ?? []);
      $errors.set({ ...documentChange.NO_ERRORS, files: failure.code });
    } else {
      const refused = refusedFileIn(failure.facts);
      const wrong = refused && sentChosen[refused.place];
      if (wrong) upload.refuse(wrong, refused.contents);
      $errors.set(documentChange.placeOf(failure));
    }
    return { go: 'stay' };
  }

  /** Shows the created document beside the typed text; if it cannot be read, the failure of the save is shown. */
  async function showMade({ facts }: Failure): Promise<void> {
    const { id: made, attached } = facts as unknown as AlreadyCreated;
    const stored = await calls.one(made).catch(() => null);
    if (stored) $made.set({ stored, attached: attached.flatMap((place) => sentFiles[place] ?? []) });
  }

  /** How many files the next save adds or removes. */
  const $filesTouched = computed(
    [upload.$files, $removed, $copied, files?.$waiting ?? NONE_WAITING],
    (...lists: readonly (readonly unknown[])[]) => lists.reduce((sum, { length }) => sum + length, 0),
  );

  /** The next unconfirmed question before a save; null: none. */
  function questionOf(agreed: readonly SaveQuestion['about'][]): SaveQuestion | null {
    const { value } = editing.$editing.get();
    const stored = $document.get();
    const lists = (document: Pick<documentChange.DocumentText, 'acceptor' | 'recipient'>) =>
      document.acceptor.length + document.recipient.length > 0;
    const asksByRoute = isRouted() || (id === null && (template?.steps.length ?? 0) > 0);
    if (!agreed.includes('nobody') && !asksByRoute && !lists(value) && (!stored || lists(stored)))
      return { about: 'nobody' };
    if (agreed.includes('marks') || !stored || !documentChange.clearsMarks(stored, value, $filesTouched.get()))
      return null;
    return { about: 'marks', marks: documentChange.marksOf(stored).length };
  }

  /** Saves, unless there are mistakes or an unconfirmed question. */
  async function submit(
    agreed: readonly SaveQuestion['about'][] = [],
    send: () => Promise<Outcome> = editing.save,
  ): Promise<DocumentOutcome> {
    if (isBusy()) return { go: 'stay' };
    await upload.checked();
    const found = findMistakes();
    $errors.set(found);
    if (documentChange.hasMistakes(found)) return { go: 'stay' };
    const question = questionOf(agreed);
    return question ? { go: 'ask', question } : finish(send);
  }

  /** The mistakes that the form itself finds. */
  function findMistakes(): documentChange.DocumentErrors {
    const stored = $document.get();
    const { value } = editing.$editing.get();
    const kept = (stored?.files.length ?? 0) + waitingCount() + $copied.get().length - $removed.get().length;
    const isOfTemplate = id === null && template !== null;
    const asks = isOfTemplate && documentChange.asksCounterparty(value);
    const counterparty = asks ? $counterparty.get() : null;
    return documentChange.mistakesOf(value, upload.$files.get(), kept, typed, counterparty, stored, isOfTemplate);
  }

  /** Takes away shown mistakes that are right by now; none is added before the next save. */
  function dropMended(changed: (field: string) => boolean): void {
    const errors = $errors.get();
    // Mistakes are looked for while some are shown, not with every letter.
    if (documentChange.hasMistakes(errors)) $errors.set(documentChange.withoutMended(errors, findMistakes(), changed));
  }
  $counterparty.listen(() => dropMended((field) => field === 'counterparty'));

  return {
    ...editing,
    change(value: documentChange.DocumentText): void {
      const before: Readonly<Record<string, unknown>> = { ...editing.$editing.get().value };
      editing.change(value);
      const after: Readonly<Record<string, unknown>> = { ...value };
      dropMended((field) => before[field] !== after[field]);
    },
    $document,
    $errors,
    $sent,
    /** How much is sent of the files that a save waits for; null: it waits for none. */
    $awaited,
    $stopped,
    $made,
    $became,
    upload,
    $filesTouched,
    $unsaved: computed([editing.$dirty, $filesTouched], (dirty, touched) => dirty || touched > 0),
    $removed,
    $copied,
    $counterparty,
    $lost,
    /** The files that wait at the server; null: files are sent with the save. */
    files,
    submit,
    /** Adds files; returns the names of those that are there already. */
    addFiles(chosen: readonly File[]): readonly string[] {
      $lost.set([]);
      const known = chosen.filter((file) => files?.has(file));
      const twice = upload.add(chosen.filter((file) => !known.includes(file)));
      return [...known.map(({ name }) => name), ...twice];
    },
    takeDraft(draft: string): void {
      editing.takeDraft(draft);
      files?.turnTo(keeping?.filesOf(draft) ?? []);
    },
    dropDraft(draft: string): void {
      keeping?.forgetFiles(draft);
      editing.dropDraft(draft);
    },
    /** Discards text and files, here and at the server. */
    discard(): void {
      files?.clear();
      upload.clear();
      keeping?.forgetFiles(editing.present().id);
      editing.discard();
    },
    /** Takes the text of the field that searches for people; '' after a choice. */
    typePerson(kind: SignatoryKind, text: string): void {
      typed = { ...typed, [kind]: text };
      if (text.trim() === '') $errors.set(documentChange.withoutTyped($errors.get(), kind));
    },
    /** Continues as an edit of the created document; files that it has are not sent again. */
    becomeMade(): void {
      const made = $made.get();
      if (!made) return;
      $made.set(null);
      $became.set(true);
      $copied.set($copied.get().filter((name) => !made.attached.includes(name)));
      id = made.stored.value.id;
      for (const file of made.attached) upload.remove(file);
      files?.forget(made.attached);
      editing.accept(take(made.stored));
    },
    /** Continues as another document beside the created one. */
    beApart(): void {
      $made.set(null);
      editing.beginAnew();
    },
    /** Returns to the form; the next save asks again. */
    putOffMade: () => $made.set(null),
    stop(): void {
      if (!isBusy()) return;
      $stopped.set(true);
      sending.abort();
    },
    /** Marks an attached file for removal by the next save, or unmarks it. */
    toggleRemoved: (fileName: string) => $removed.set(withToggled($removed.get(), fileName)),
    /** Marks an attachment of the sample to be copied, or unmarks it. */
    toggleCopied: (fileName: string) => $copied.set(withToggled($copied.get(), fileName)),
    keepFiles(): void {
      $removed.set([]);
      $copied.set([]);
    },
    /** Renews expiring links to the attached files; the typed text stays. */
    async freshenLinks(): Promise<void> {
      if (id === null || !areLinksOld(linksAt, now().getTime())) return;
      linksAt = now().getTime();
      const { value } = await calls.one(id);
      const document = $document.get();
      if (document) $document.set(withLinksOf(document, value));
    },
  };
}
export type DocumentForm = ReturnType<typeof createDocumentForm>;
