import { atom } from 'nanostores';
import type { Document, DocumentChange, DocumentSnapshot, Signatory } from '../../../contract/documents/documents.ts';
import type { Stored } from '../editing/etag.ts';
import { CHANGED, type SavedBy, savedBy } from '../editing/overtaken.ts';
import { attempt, type Failure, outcomeOf } from '../platform/http-client.ts';
import type { DecisionSent, DocflowCalls } from './document-calls.ts';
import { areLinksOld, withLinksOf } from './document-files.ts';

/** Somebody changed the document after it was read here. */
export interface Overtaken extends SavedBy {
  /** Title, description or files are not what they were: it has to be read again. */
  readonly isOther: boolean;
}

type DocumentPageState =
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly failure: Failure }
  | {
      readonly phase: 'ready';
      readonly document: Document;
      readonly etag: string | null;
      /** A mark is on its way. */
      readonly busy: boolean;
      /** Why the last act did not come about. */
      readonly failure: Failure | null;
      readonly overtaken: Overtaken | null;
    };

/** Refusals that tell that the page shows an older state than there is. */
const OUTDATED: readonly Failure['kind'][] = ['forbidden', 'in-use', 'refused'];

/** One document as its page shows it. What is done about it shows only after the server agreed. */
export function createDocumentPage(calls: DocflowCalls, id: number, clock: () => number) {
  const $page = atom<DocumentPageState>({ phase: 'loading' });
  let linksAt = 0;

  function show({ value, etag }: Stored<Document>, overtaken: Overtaken | null = null): void {
    linksAt = clock();
    $page.set({ phase: 'ready', document: value, etag, busy: false, failure: null, overtaken });
  }

  function refuse(failure: Failure): void {
    const page = $page.get();
    // Gone, or no longer seen: there is nothing left to show.
    if (page.phase !== 'ready' || failure.kind === 'missing') $page.set({ phase: 'failed', failure });
    else $page.set({ ...page, busy: false, failure });
  }

  async function load(read: () => Promise<Stored<Document>> = () => calls.one(id)): Promise<void> {
    const { value, failure } = await outcomeOf(read);
    if (failure) refuse(failure);
    else show(value);
  }

  /** The new state is shown instead of being signed unread. */
  async function meet({ facts }: Failure, before: Document): Promise<void> {
    const { value: stored, failure } = await outcomeOf(() => calls.one(id));
    if (failure) return refuse(failure);
    const isOther = stored.value.hash !== before.hash || stored.value.version !== before.version;
    show(stored, { ...savedBy(facts), isOther });
  }

  /** Shows what the document is by now, and why the act was refused. */
  async function catchUp(failure: Failure): Promise<void> {
    await load();
    refuse(failure);
  }

  /** Puts a mark; null means that it is there. */
  async function act(send: (etag: string | null) => Promise<Stored<Document>>): Promise<Failure | null> {
    const page = $page.get();
    if (page.phase !== 'ready' || page.busy) return null;
    $page.set({ ...page, busy: true, failure: null, overtaken: null });
    const { value: stored, failure } = await outcomeOf(() => send(page.etag));
    if (!failure) show(stored);
    else if (failure.code === CHANGED) await meet(failure, page.document);
    else if (OUTDATED.includes(failure.kind)) await catchUp(failure);
    else refuse(failure);
    return failure;
  }

  return {
    $page,
    load,
    /** Sends a decision about the state that is shown; null means that it stands. */
    decide: (decision: DecisionSent) => act((etag) => calls.decide(id, etag, decision)),
    /** Deletes the document; null means deleted, also when somebody was faster. */
    async remove(): Promise<Failure | null> {
      const failure = await attempt(() => calls.remove(id));
      return failure?.kind === 'missing' ? null : failure;
    },
    /** Sees to it that the links to the files open, without touching what else is shown: that was read as it stands. */
    async freshenLinks(): Promise<void> {
      if (!areLinksOld(linksAt, clock())) return;
      linksAt = clock();
      const { value } = await calls.one(id);
      const page = $page.get();
      if (page.phase === 'ready') $page.set({ ...page, document: withLinksOf(page.document, value) });
    },
  };
}
export type DocumentPage = ReturnType<typeof createDocumentPage>;

/** What a document was in one version, last of all. */
export type Versions = ReadonlyMap<number, DocumentSnapshot>;

/** The last state of every version that a history knows, by number. The history is newest first. */
export function versionsOf(changes: readonly DocumentChange[]): Versions {
  const versions = new Map<number, DocumentSnapshot>();
  for (const { before, after } of changes) {
    for (const state of [after, before]) {
      if (state && !versions.has(state.version)) versions.set(state.version, state);
    }
  }
  return versions;
}

/** Whether a change started a version, so that the marks of the one before were taken off. */
export const startedVersion = ({ before, after }: DocumentChange): boolean =>
  before !== null && after !== null && after.version > before.version;

/** Whether a change has a text of its own to compare. */
export const hasDifference = ({ event, before, after }: DocumentChange): boolean =>
  (event === 'edited' || event === 'file removed') && before !== null && after !== null;

/** Entries with a mark. */
export const signatoriesDecided = (entries: readonly Signatory[]): Signatory[] =>
  entries.filter(({ accept, declinedAt }) => accept || declinedAt !== null);

/** A state as one text, to compare two of them. */
export const stateText = (
  { title, description, files }: DocumentSnapshot,
  filesLine: (names: readonly string[]) => string,
): string => [title, description, filesLine(files.map(({ originalName }) => originalName))].join('\n\n');
