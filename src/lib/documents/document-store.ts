// State of the page of one document: its decisions (sign, acknowledge, decline), and changes by other users meanwhile.
import { atom } from 'nanostores';
import type { Document, DocumentChange, DocumentSnapshot, Signatory } from '../../../contract/documents/documents.ts';
import { CHANGED, type SavedBy, type Stored, savedBy } from '../editing/etag.ts';
import { attempt, type Failure, outcomeOf } from '../platform/http-client.ts';
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
    };

/** Refusals of a page that shows an outdated state. */
const OUTDATED: readonly Failure['kind'][] = ['forbidden', 'in-use', 'refused'];

/** The store of the page of a document. Changes show only after the server accepted them. */
export function createDocumentPage(calls: DocflowCalls, id: number, clock: () => number) {
  const $page = atom<DocumentPageState>({ phase: 'loading' });
  let linksAt = 0;

  function show({ value, etag }: Stored<Document>, overtaken: Overtaken | null = null): void {
    linksAt = clock();
    $page.set({ phase: 'ready', document: value, etag, busy: false, failure: null, overtaken });
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
  async function act(send: (etag: string | null) => Promise<Stored<Document>>): Promise<Failure | null> {
    const page = $page.get();
    if (page.phase !== 'ready' || page.busy) return null;
    $page.set({ ...page, busy: true, failure: null, overtaken: null });
    const { value: stored, failure } = await outcomeOf(() => send(page.etag));
    if (!failure) show(stored);
    else if (failure.code === CHANGED) await showOvertaken(failure, page.document);
    else if (OUTDATED.includes(failure.kind)) await catchUp(failure);
    else refuse(failure);
    return failure;
  }

  return {
    $page,
    load,
    /** Sends a decision about the shown state; null: it is stored. */
    decide: (decision: DecisionSent) => act((etag) => calls.decide(id, etag, decision)),
    /** Deletes the document; null: deleted, possibly by another user. */
    async remove(): Promise<Failure | null> {
      const failure = await attempt(() => calls.remove(id));
      return failure?.kind === 'missing' ? null : failure;
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

/** Whether a change has two texts to compare. */
export const hasDifference = ({ event, before, after }: DocumentChange): boolean =>
  (event === 'edited' || event === 'file removed') && before !== null && after !== null;

export const signatoriesDecided = (entries: readonly Signatory[]): Signatory[] =>
  entries.filter(({ accept, declinedAt }) => accept || declinedAt !== null);

export const stateText = (
  { title, description, files }: DocumentSnapshot,
  filesLine: (names: readonly string[]) => string,
): string => [title, description, filesLine(files.map(({ originalName }) => originalName))].join('\n\n');
