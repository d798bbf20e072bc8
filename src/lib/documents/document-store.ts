// State of the page of one document: its decisions (sign, acknowledge, decline), and changes by other users meanwhile.
import { atom } from 'nanostores';
import type { Document, DocumentChange, DocumentSnapshot, Signatory } from '../../../contract/documents/documents.ts';
import { CHANGED, type SavedBy, type Stored, savedBy } from '../editing/etag.ts';
import { type Failure, outcomeOf } from '../platform/http-client.ts';
import type { DecisionSent, DocflowCalls } from './document-calls.ts';
import { areLinksOld, withLinksOf } from './document-files.ts';

/** Another user changed the document after it was read here. */
export interface Overtaken extends SavedBy {
  /** Title, description or files differ: the viewer has to read it again. */
  readonly isOther: boolean;
}

type DocumentPageState =
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly failure: Failure }
  | {
      readonly phase: 'ready';
      readonly document: Document;
      readonly etag: string | null;
      readonly busy: boolean;
      readonly failure: Failure | null;
      readonly overtaken: Overtaken | null;
      /** The decision that the server has not taken, as `failure` or `overtaken` says; null: none. */
      readonly refused: DecisionSent | null;
    };

/** Refusals of a page that shows an outdated state. */
const OUTDATED: readonly Failure['kind'][] = ['forbidden', 'in-use', 'refused'];

/** The store of the page of a document. Changes show only after the server accepted them. */
export function createDocumentPage(calls: DocflowCalls, id: number, clock: () => number) {
  const $page = atom<DocumentPageState>({ phase: 'loading' });
  let linksAt = 0;

  function show({ value, etag }: Stored<Document>, overtaken: Overtaken | null = null): void {
    linksAt = clock();
    $page.set({ phase: 'ready', document: value, etag, busy: false, failure: null, overtaken, refused: null });
  }

  function refuse(failure: Failure): void {
    const page = $page.get();
    // Deleted, or no longer visible.
    if (page.phase !== 'ready' || failure.kind === 'missing') $page.set({ phase: 'failed', failure });
    else $page.set({ ...page, busy: false, failure });
  }

  async function load(read: () => Promise<Stored<Document>> = () => calls.one(id)): Promise<void> {
    const { value, failure } = await outcomeOf(read);
    if (failure) refuse(failure);
    else show(value);
  }

  /** Shows the new state, which must not be signed unread. */
  async function showOvertaken({ facts }: Failure, before: Document): Promise<void> {
    const { value: stored, failure } = await outcomeOf(() => calls.one(id));
    if (failure) return refuse(failure);
    const isOther = stored.value.hash !== before.hash || stored.value.version !== before.version;
    show(stored, { ...savedBy(facts), isOther });
  }

  /** Shows the present state, and why the action was refused. */
  async function catchUp(failure: Failure): Promise<void> {
    await load();
    refuse(failure);
  }

  /** Sends a change; null: it is stored. */
  async function act(
    send: (etag: string | null) => Promise<Stored<Document>>,
    decision: DecisionSent | null = null,
  ): Promise<Failure | null> {
    const page = $page.get();
    if (page.phase !== 'ready' || page.busy) return null;
    $page.set({ ...page, busy: true, failure: null, overtaken: null, refused: null });
    const { value: stored, failure } = await outcomeOf(() => send(page.etag));
    if (!failure) show(stored);
    else if (failure.code === CHANGED) await showOvertaken(failure, page.document);
    else if (OUTDATED.includes(failure.kind)) await catchUp(failure);
    else refuse(failure);
    const now = $page.get();
    if (failure && now.phase === 'ready') $page.set({ ...now, refused: decision });
    return failure;
  }

  return {
    $page,
    load,
    /** Sends a decision about the shown state; null: it is stored. */
    decide: (decision: DecisionSent) => act((etag) => calls.decide(id, etag, decision), decision),
    /** Takes a decision back; null: done. */
    withdraw: (insteadOf: string | null) => act(() => calls.withdraw(id, insteadOf)),
    /** Cancels the shown state for a reason; null: done. */
    cancel: (reason: string) => act((etag) => calls.cancel(id, etag, reason)),
    /** Moves the shown state to the bin; `value` is what became of it, null: it was gone already. */
    async remove(): Promise<{ readonly value: Document | null; readonly failure: Failure | null }> {
      const page = $page.get();
      const etag = page.phase === 'ready' ? page.etag : null;
      const { value, failure } = await outcomeOf(() => calls.remove(id, etag));
      if (failure?.code === CHANGED) await load();
      if (failure) return { value: null, failure: failure.kind === 'missing' ? null : failure };
      return { value, failure };
    },
    /** Renews expiring links to the files; the rest of the shown state stays. */
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

/** The last state of each version, by number. */
export type Versions = ReadonlyMap<number, DocumentSnapshot>;

/** Collects the versions of a history, which is newest first. */
export function versionsOf(changes: readonly DocumentChange[]): Versions {
  const versions = new Map<number, DocumentSnapshot>();
  for (const { before, after } of changes) {
    for (const state of [after, before]) {
      if (state && !versions.has(state.version)) versions.set(state.version, state);
    }
  }
  return versions;
}

/** Whether a change started a version, which cleared the marks of the one before. */
export const startedVersion = ({ before, after }: DocumentChange): boolean =>
  before !== null && after !== null && after.version > before.version;

/** From whom and to whom a hand-over passed the decisions of a document. */
export function handedOver({ before, after }: DocumentChange): Signatory[] {
  const peopleOf = (state: DocumentSnapshot | null) => [...(state?.acceptor ?? []), ...(state?.recipient ?? [])];
  const only = (state: DocumentSnapshot | null, other: DocumentSnapshot | null) =>
    peopleOf(state).find(({ uid }) => !peopleOf(other).some((one) => one.uid === uid));
  return [only(before, after), only(after, before)].filter((one) => one !== undefined);
}

/** Whether a change has two texts to compare. */
export const hasDifference = ({ event, before, after }: DocumentChange): boolean =>
  (event === 'edited' || event === 'file removed') && before !== null && after !== null;

export const signatoriesDecided = (entries: readonly Signatory[]): Signatory[] =>
  entries.filter(({ accept, declinedAt }) => accept || declinedAt !== null);

export const stateText = (
  { title, description, files }: DocumentSnapshot,
  filesLine: (names: readonly string[]) => string,
): string => [title, description, filesLine(files.map(({ originalName }) => originalName))].join('\n\n');
