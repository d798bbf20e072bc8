import { atom } from 'nanostores';
import type { Document } from '../../../contract/docflow.ts';
import type { Editor } from '../../../contract/versions.ts';
import type { Stored } from '../editing/etag.ts';
import { type Failure, failureOf } from '../http/failure.ts';
import type { DecisionSent, DocflowCalls } from './document-calls.ts';
import { areLinksOld, withLinksOf } from './file-links.ts';

/** Somebody changed the document after it was read here. */
export interface Overtaken {
  readonly who: Editor | null;
  /** ISO 8601, UTC; '' when the server does not say. */
  readonly when: string;
  /** Title, description or files are not what they were: it has to be read again. */
  readonly isOther: boolean;
}

export type DocumentPageState =
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

const CHANGED = 'changed meanwhile';
/** Refusals that tell that the page shows an older state than there is. */
const OUTDATED: readonly Failure['kind'][] = ['forbidden', 'in-use', 'refused'];

const isEditor = (who: unknown): who is Editor => typeof who === 'object' && who !== null && 'email' in who;

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
    try {
      show(await read());
    } catch (error) {
      refuse(failureOf(error));
    }
  }

  /** The new state is shown instead of being signed unread. */
  async function meet({ facts }: Failure, before: Document): Promise<void> {
    try {
      const stored = await calls.one(id);
      show(stored, {
        who: isEditor(facts.who) ? facts.who : null,
        when: typeof facts.when === 'string' ? facts.when : '',
        isOther: stored.value.hash !== before.hash || stored.value.version !== before.version,
      });
    } catch (error) {
      refuse(failureOf(error));
    }
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
    try {
      show(await send(page.etag));
      return null;
    } catch (error) {
      const failure = failureOf(error);
      if (failure.code === CHANGED) await meet(failure, page.document);
      else if (OUTDATED.includes(failure.kind)) await catchUp(failure);
      else refuse(failure);
      return failure;
    }
  }

  return {
    $page,
    load,
    /** Sends a decision about the state that is shown; null means that it stands. */
    decide: (decision: DecisionSent) => act((etag) => calls.decide(id, etag, decision)),
    /** Deletes the document; null means deleted, also when somebody was faster. */
    async remove(): Promise<Failure | null> {
      try {
        await calls.remove(id);
        return null;
      } catch (error) {
        const failure = failureOf(error);
        return failure.kind === 'missing' ? null : failure;
      }
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
