import { atom, computed } from 'nanostores';
import type { AlreadyCreated, Document } from '../../../contract/documents/documents.ts';
import type { WaitingFileGone } from '../../../contract/documents/drafts.ts';
import type { SignatoryKind } from '../../../contract/documents/words.ts';
import type { Drafts } from '../editing/drafts.ts';
import { createEditing, type Outcome } from '../editing/editing-store.ts';
import type { Stored } from '../editing/etag.ts';
import type { Failure } from '../platform/http-client.ts';
import {
  asksCounterparty,
  type Beginning,
  clearsMarks,
  type DocumentPlace,
  type DocumentText,
  documentForm,
  EMPTY_DOCUMENT,
  isRouteFixed,
  marksOf,
  sameDocument,
  textOfDocument,
} from './document-change.ts';
import { areLinksOld, checkFile, checkFormFile, type Sent, withLinksOf } from './document-files.ts';
import {
  type DocumentErrors,
  mistakesOf,
  NO_ERRORS,
  NO_PERSON_TYPED,
  placeOf,
  withoutTyped,
} from './document-mistakes.ts';
import type { DocumentFormCalls, DraftCalls } from './form-calls.ts';
import { createKeptDrafts } from './kept-drafts.ts';
import { createDocumentUpload } from './upload-store.ts';
import { createWaitingFiles, sentOf, type WaitingFile } from './waiting-files.ts';

/** Code of a refusal: an earlier save of the form went through with another content. */
export const ALREADY_CREATED: AlreadyCreated['error'] = 'already created';

/** Code of a refusal: a file that the save names does not wait at the server any more. */
const FILE_GONE: WaitingFileGone['error'] = 'waiting file not found';

/** What an earlier save of this form has made, whose answer was lost. */
interface Made {
  readonly stored: Stored<Document>;
  /** Ids of those chosen files that it has. */
  readonly attached: readonly string[];
}

/** What is asked before a save: whether so many marks may go, whether the document shall ask nobody. */
export type SaveQuestion = { readonly about: 'marks'; readonly marks: number } | { readonly about: 'nobody' };

/** What became of a wish to save: the form stays, asks something first, or the document is opened. */
type DocumentOutcome =
  | { readonly go: 'stay' }
  | { readonly go: 'ask'; readonly question: SaveQuestion }
  | { readonly go: 'open'; readonly id: number };

/** A document that is there, or the place of a new one. */
type DocumentSubject = { readonly id: number; readonly author: string } | DocumentPlace;

const NONE_WAITING = atom<readonly WaitingFile[]>([]);

type Calls = Pick<DocumentFormCalls, 'one' | 'create' | 'change'>;

/** The form of one document: texts and signatories are kept as a draft, chosen files as long as the form is open. */
export function createDocumentForm(
  calls: Calls,
  subject: DocumentSubject,
  drafts: Drafts<DocumentText>,
  now: () => Date,
  { text: empty, template }: Beginning = { text: EMPTY_DOCUMENT, template: null },
  /** Keeps drafts and files at the server too; without it files go with the save. */
  draftCalls: DraftCalls | null = null,
) {
  let id = 'id' in subject ? subject.id : null;
  /** The document as the server last showed it; null for one that is not made yet. */
  const $document = atom<Document | null>(null);
  const $errors = atom<DocumentErrors>(NO_ERRORS);
  /** How much has gone of what is being sent. */
  const $sent = atom<Sent | null>(null);
  const $awaited = atom<Sent | null>(null);
  const $stopped = atom(false);
  /** Asks what to do: the document is made already, and something else was typed since. */
  const $made = atom<Made | null>(null);
  /** Whether this form of a new document has become that of the one which it has made. */
  const $became = atom(false);
  /** With whom a new document is made, where its texts ask. */
  const $counterparty = atom('');
  /** Names of attached files that the next save takes off. */
  const $removed = atom<readonly string[]>([]);
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
  /** Names of files that waited for nothing: the server has them no more, and neither has this page. */
  const $lost = atom<readonly string[]>([]);
  /** Mark of `$document`; that of the typing is older when a draft of an older state was taken. */
  let shown: string | null = null;
  let sending = new AbortController();
  /** What stands in the fields where people are looked for. */
  let typed = NO_PERSON_TYPED;
  /** Ids of the files that were sent last, in their order. */
  let sentFiles: readonly string[] = [];

  function take({ value, etag }: Stored<Document>): Stored<DocumentText> {
    $document.set(value);
    shown = etag;
    linksAt = now().getTime();
    $removed.set($removed.get().filter((name) => value.files.some(({ fileName }) => fileName === name)));
    return { value: textOfDocument(value), etag };
  }

  const placeNow = (): DocumentPlace => {
    const document = $document.get();
    if (document) return { directing: document.directing.id, task: document.task.id, author: subject.author };
    return 'id' in subject ? { directing: 0, task: 0, author: subject.author } : subject;
  };

  const editing = createEditing<DocumentText>({
    empty,
    drafts: keeping ?? drafts,
    same: sameDocument,
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
      sentFiles = [...waiting, ...chosen.map((one) => one.id)];
      const whole = chosen.map(({ file }) => file);
      const by = { onSent: (sent: Sent) => whole.length > 0 && $sent.set(sent), signal: sending.signal };
      const form = documentForm(text, placeNow(), whole, $document.get(), {
        waiting,
        draft: keeping ? round : null,
        removed: $removed.get(),
        counterparty: id === null && asksCounterparty(text) ? $counterparty.get().trim() : '',
        withoutAcceptors: isRouted(),
      });
      try {
        const saved = await (id === null
          ? calls.create(form, round, by)
          : calls.change(id, form, { etag: stored?.etag ?? null, key: round }, by));
        upload.clear();
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

  /** Resolves when every file has gone or failed; a stop ends the wait, and the sendings with it. Throws an AbortError then. */
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

  /** Whether the acceptors are those of a route. */
  const isRouted = (): boolean => (id === null ? isRouteFixed(template) : $document.get()?.route !== undefined);

  const isBusy = (): boolean => editing.$editing.get().saving;

  /** Whether the save met only marks made meanwhile: the same texts, files and people. */
  function visitedMarksOnly(before: Document | null, known: string | null): boolean {
    const { conflict, stored } = editing.$editing.get();
    const now = $document.get();
    if (!conflict?.theirs || !stored || !before || !now) return false;
    // What was typed upon an older state must be compared by a person.
    if (stored.etag !== known || shown === known) return false;
    const filesOf = ({ files }: Document) => files.map(({ fileName }) => fileName).join();
    return sameDocument(textOfDocument(before), conflict.theirs.value) && filesOf(before) === filesOf(now);
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
      $errors.set({ ...NO_ERRORS, files: failure.code });
    } else $errors.set(placeOf(failure));
    return { go: 'stay' };
  }

  /** Shows what was made beside what is typed; when it cannot be had, the failure of the save says that there is one. */
  async function showMade({ facts }: Failure): Promise<void> {
    const { id: made, attached } = facts as unknown as AlreadyCreated;
    const stored = await calls.one(made).catch(() => null);
    if (stored) $made.set({ stored, attached: attached.flatMap((place) => sentFiles[place] ?? []) });
  }

  /** How many files the save brings or takes off. */
  const filesTouched = (): number => upload.$files.get().length + waitingCount() + $removed.get().length;

  /** What has to be asked before the form is saved, and was not agreed to; null: nothing. */
  function questionOf(agreed: readonly SaveQuestion['about'][]): SaveQuestion | null {
    const { value } = editing.$editing.get();
    const stored = $document.get();
    const lists = (document: Pick<DocumentText, 'acceptor' | 'recipient'>) =>
      document.acceptor.length + document.recipient.length > 0;
    const asksByRoute = isRouted() || (id === null && (template?.steps.length ?? 0) > 0);
    if (!agreed.includes('nobody') && !asksByRoute && !lists(value) && (!stored || lists(stored)))
      return { about: 'nobody' };
    if (agreed.includes('marks') || !stored || !clearsMarks(stored, value, filesTouched())) return null;
    return { about: 'marks', marks: marksOf(stored).length };
  }

  /** Saves, unless something is wrong, or a question is open that nobody agreed to. */
  async function submit(
    agreed: readonly SaveQuestion['about'][] = [],
    send: () => Promise<Outcome> = editing.save,
  ): Promise<DocumentOutcome> {
    if (isBusy()) return { go: 'stay' };
    await upload.checked();
    const { value } = editing.$editing.get();
    const fresh = upload.$files.get();
    const stored = $document.get();
    const kept = (stored?.files.length ?? 0) + waitingCount() - $removed.get().length;
    const lacksCounterparty =
      id === null && template !== null && asksCounterparty(value) && $counterparty.get().trim() === '';
    const found = mistakesOf(value, fresh, kept, typed, lacksCounterparty, stored);
    $errors.set(found);
    if (Object.values(found).some((code) => code !== '')) return { go: 'stay' };
    const question = questionOf(agreed);
    return question ? { go: 'ask', question } : finish(send);
  }

  return {
    ...editing,
    $document,
    $errors,
    $sent,
    /** How much of the files that a save waits for has gone; null: it waits for none. */
    $awaited,
    /** The last sending was stopped by the person. */
    $stopped,
    $made,
    $became,
    upload,
    $unsaved: computed(
      [editing.$dirty, upload.$files, $removed, files?.$waiting ?? NONE_WAITING],
      (dirty, chosen, removed, waiting) => dirty || chosen.length + removed.length + waiting.length > 0,
    ),
    $removed,
    $counterparty,
    $lost,
    /** The files that wait at the server; null where files go with the save. */
    files,
    submit,
    /** Takes more files; the answer names those that are there already. */
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
    /** Gives up what is typed and chosen, here and at the server. */
    discard(): void {
      files?.clear();
      upload.clear();
      keeping?.forgetFiles(editing.present().id);
      editing.discard();
    },
    /** Tells what stands in the field where people of a list are looked for; '' when one was chosen. */
    typePerson(kind: SignatoryKind, text: string): void {
      typed = { ...typed, [kind]: text };
      if (text.trim() === '') $errors.set(withoutTyped($errors.get(), kind));
    },
    /** Goes on as a change of the document that was made; files that it has are not sent again. */
    becomeMade(): void {
      const made = $made.get();
      if (!made) return;
      $made.set(null);
      $became.set(true);
      id = made.stored.value.id;
      for (const file of made.attached) upload.remove(file);
      files?.forget(made.attached);
      editing.accept(take(made.stored));
    },
    /** Goes on as another document beside the one that was made. */
    beApart(): void {
      $made.set(null);
      editing.beginAnew();
    },
    /** Back to the form; the next save asks again. */
    putOffMade: () => $made.set(null),
    /** Stops what is being sent, if anything is. */
    stop(): void {
      if (!isBusy()) return;
      $stopped.set(true);
      sending.abort();
    },
    /** Marks an attached file to go with the next save, or takes that back. */
    toggleRemoved(fileName: string): void {
      const removed = $removed.get();
      $removed.set(removed.includes(fileName) ? removed.filter((name) => name !== fileName) : [...removed, fileName]);
    },
    /** Forgets which attached files were to go. */
    keepFiles: () => $removed.set([]),
    /** Sees to it that the links to the attached files open, without touching what is typed. */
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
