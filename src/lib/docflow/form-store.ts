import { atom, computed } from 'nanostores';
import type { SignatoryKind } from '../../../contract/decisions.ts';
import type { AlreadyCreated, Document } from '../../../contract/docflow.ts';
import type { Drafts } from '../drafts/drafts.ts';
import { createEditing, type Outcome } from '../editing/editing-store.ts';
import type { Stored } from '../editing/etag.ts';
import type { Failure } from '../http/failure.ts';
import {
  clearsMarks,
  type DocumentPlace,
  type DocumentText,
  documentForm,
  EMPTY_DOCUMENT,
  marksOf,
  sameDocument,
  textOfDocument,
} from './document-change.ts';
import type { Sent } from './document-files.ts';
import {
  type DocumentErrors,
  mistakesOf,
  NO_ERRORS,
  NOBODY_TYPED,
  placeOf,
  withoutTyped,
} from './document-mistakes.ts';
import { areLinksOld, withLinksOf } from './file-links.ts';
import type { DocumentFormCalls } from './save-calls.ts';
import { createDocumentUpload } from './upload-store.ts';

/** Code of a refusal: an earlier save of the form went through with another content. */
export const ALREADY_CREATED: AlreadyCreated['error'] = 'already created';

/** What an earlier save of this form has made, whose answer was lost. */
interface Made {
  readonly stored: Stored<Document>;
  /** Ids of those chosen files that it has. */
  readonly attached: readonly string[];
}

/** What is asked before a save: whether so many marks may go, whether the document shall ask nobody. */
export type SaveQuestion = { readonly about: 'marks'; readonly marks: number } | { readonly about: 'nobody' };

/** What became of a wish to save: the form stays, asks something first, or the document is opened. */
export type DocumentOutcome =
  | { readonly go: 'stay' }
  | { readonly go: 'ask'; readonly question: SaveQuestion }
  | { readonly go: 'open'; readonly id: number };

/** A document that is there, or the place of a new one. */
export type DocumentSubject = { readonly id: number; readonly author: string } | DocumentPlace;

type Calls = Pick<DocumentFormCalls, 'one' | 'create' | 'change'>;

/** The form of one document: texts and signatories are kept as a draft, chosen files as long as the form is open. */
export function createDocumentForm(
  calls: Calls,
  subject: DocumentSubject,
  drafts: Drafts<DocumentText>,
  now: () => Date,
) {
  let id = 'id' in subject ? subject.id : null;
  /** The document as the server last showed it; null for one that is not made yet. */
  const $document = atom<Document | null>(null);
  const $errors = atom<DocumentErrors>(NO_ERRORS);
  /** How much has gone of what is being sent. */
  const $sent = atom<Sent | null>(null);
  const $stopped = atom(false);
  /** Asks what to do: the document is made already, and something else was typed since. */
  const $made = atom<Made | null>(null);
  /** Whether this form of a new document has become that of the one which it has made. */
  const $became = atom(false);
  /** Names of attached files that the next save takes off. */
  const $removed = atom<readonly string[]>([]);
  let linksAt = 0;
  const upload = createDocumentUpload(() => $errors.set({ ...$errors.get(), files: '' }));
  /** Mark of `$document`; that of the typing is older when a draft of an older state was taken. */
  let shown: string | null = null;
  let sending = new AbortController();
  /** What stands in the fields where people are looked for. */
  let typed = NOBODY_TYPED;
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
    empty: EMPTY_DOCUMENT,
    drafts,
    same: sameDocument,
    load: async () => (id === null ? null : take(await calls.one(id))),
    async save(text, stored, round) {
      sending = new AbortController();
      $stopped.set(false);
      const chosen = upload.$files.get();
      sentFiles = chosen.map((one) => one.id);
      const files = chosen.map(({ file }) => file);
      const by = { onSent: (sent: Sent) => files.length > 0 && $sent.set(sent), signal: sending.signal };
      const form = documentForm(text, placeNow(), files, $document.get(), $removed.get());
      try {
        const saved = await (id === null
          ? calls.create(form, round, by)
          : calls.change(id, form, { etag: stored?.etag ?? null, key: round }, by));
        upload.clear();
        return take(saved);
      } finally {
        $sent.set(null);
      }
    },
    newId: () => crypto.randomUUID(),
    now,
  });

  const isBusy = (): boolean => editing.$editing.get().saving;

  /** Whether the save met only marks made meanwhile: the same texts, files and people. */
  function metOnlyMarks(before: Document | null, known: string | null): boolean {
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
    if (outcome === 'conflict' && metOnlyMarks(before, known)) {
      const { conflict } = editing.$editing.get();
      editing.putOff();
      if (conflict?.theirs) editing.accept(conflict.theirs);
      return submit();
    }
    const { failure } = editing.$editing.get();
    if (outcome !== 'failed' || !failure) return { go: 'stay' };
    if (failure.code === ALREADY_CREATED) await tellMade(failure);
    else $errors.set(placeOf(failure));
    return { go: 'stay' };
  }

  /** Shows what was made beside what is typed; when it cannot be had, the failure of the save says that there is one. */
  async function tellMade({ facts }: Failure): Promise<void> {
    const { id: made, attached } = facts as unknown as AlreadyCreated;
    const stored = await calls.one(made).catch(() => null);
    if (stored) $made.set({ stored, attached: attached.flatMap((place) => sentFiles[place] ?? []) });
  }

  /** How many files the save brings or takes off. */
  const filesTouched = (): number => upload.$files.get().length + $removed.get().length;

  /** What has to be asked before the form is saved, and was not agreed to; null: nothing. */
  function questionOf(agreed: readonly SaveQuestion['about'][]): SaveQuestion | null {
    const { value } = editing.$editing.get();
    const stored = $document.get();
    const lists = (document: Pick<DocumentText, 'acceptor' | 'recipient'>) =>
      document.acceptor.length + document.recipient.length > 0;
    if (!agreed.includes('nobody') && !lists(value) && (!stored || lists(stored))) return { about: 'nobody' };
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
    const kept = (stored?.files.length ?? 0) - $removed.get().length;
    const found = mistakesOf(value, fresh, kept, typed);
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
    /** The last sending was stopped by the person. */
    $stopped,
    $made,
    $became,
    upload,
    $unsaved: computed(
      [editing.$dirty, upload.$files, $removed],
      (dirty, files, removed) => dirty || files.length + removed.length > 0,
    ),
    $removed,
    submit,
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
      $removed.set(
        removed.includes(fileName) ? removed.filter((name) => name !== fileName) : [...removed, fileName],
      );
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
