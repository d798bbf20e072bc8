import type { DocumentFile } from '../../../contract/documents/documents.ts';
import type { KeptDraft } from '../../../contract/documents/drafts.ts';
import { DOCUMENT_DRAFT_DAYS } from '../../../contract/limits.ts';
import { createDrafts, type Draft, type Drafts } from '../editing/drafts.ts';
import type { DeviceMemory } from '../platform/device-memory.ts';
import { now } from '../platform/now.ts';
import { afterPause, type Schedule } from '../ui/suggest-store.ts';
import type { DocumentText } from './document-change.ts';
import type { DraftCalls, DraftPlace } from './form-calls.ts';
import type { Sending } from './send-form.ts';
import type { Signer } from './signatories.ts';

/** Pause in the typing after which it goes to the server, ms. */
const KEEP_PAUSE = 1_500;
/** How long the server surely keeps what it has taken, ms: a day less, as clocks differ. */
const SURELY_KEPT = (DOCUMENT_DRAFT_DAYS - 1) * 86_400_000;

/** Drafts that are kept on this device at once, and at the server a moment later, with the files that wait with them. */
export interface KeptDrafts extends Drafts<DocumentText> {
  /**
   * Asks the server which drafts it keeps; without an answer there are those of this device. One that the server had and has no
   * more was saved or thrown away on another device, and is forgotten here too.
   */
  load(): Promise<void>;
  filesOf(id: string): readonly DocumentFile[];
  /** Sends a file to wait with a draft, which is kept first. Throws what ky throws, SessionEnded, or an AbortError. */
  sendFile(draft: Draft<DocumentText>, file: File, by: Sending): Promise<DocumentFile>;
  dropFile(id: string, fileName: string): void;
  /** Forgets which files wait with a draft: they go with it. */
  forgetFiles(id: string): void;
  /** Nothing goes to the server any more when this resolves: a save is about to end the draft. */
  rest(): Promise<void>;
}

const draftOf = ({ id, savedAt, etag, files, ...draft }: KeptDraft): Draft<DocumentText> => ({
  id,
  savedAt,
  etag,
  value: {
    title: draft.title,
    description: draft.description,
    acceptor: draft.acceptor,
    recipient: draft.recipient,
  },
  holdsMore: files.length > 0,
});

/** The drafts of a document on this device and at the server as one list; the later text of a draft counts. */
export function createKeptDrafts(
  local: Drafts<DocumentText>,
  calls: DraftCalls,
  place: () => DraftPlace,
  schedule: Schedule = afterPause,
  clock: () => Date = now,
): KeptDrafts {
  let remote: readonly Draft<DocumentText>[] = [];
  const files = new Map<string, readonly DocumentFile[]>();
  const sending = new Map<string, number>();
  let pending: Draft<DocumentText> | null = null;
  let callOff = () => {};
  let running: Promise<unknown> = Promise.resolve();

  function put(draft: Draft<DocumentText>): Promise<void> {
    const kept = running.then(() => calls.keepDraft(draft, place()));
    running = kept.catch(() => {});
    return kept.then(() => {
      remote = [draft, ...remote.filter(({ id }) => id !== draft.id)];
      const isHere = local.all().some(({ id, savedAt }) => id === draft.id && savedAt === draft.savedAt);
      if (isHere) local.keep({ ...draft, isKept: true });
    });
  }

  function forgetEnded(): void {
    const since = new Date(clock().getTime() - SURELY_KEPT).toISOString();
    for (const { id, isKept, savedAt } of local.all())
      if (isKept && savedAt > since && !remote.some((draft) => draft.id === id)) local.drop(id);
  }

  /** What the server does not take stays on this device. */
  function flush(): void {
    const draft = pending;
    pending = null;
    if (draft) put(draft).catch(() => {});
  }

  function still(id?: string): void {
    if (id !== undefined && pending?.id !== id) return;
    callOff();
    pending = null;
  }

  const holdsFiles = (id: string): boolean => (files.get(id)?.length ?? 0) + (sending.get(id) ?? 0) > 0;

  return {
    async load() {
      try {
        const kept = await calls.drafts(place().document);
        remote = kept.map(draftOf);
        for (const { id, files: waiting } of kept) files.set(id, waiting);
        forgetEnded();
      } catch {
        remote = [];
      }
    },
    all() {
      const own = local.all();
      const merged = remote.map((draft) => {
        const here = own.find(({ id }) => id === draft.id);
        const text = here && here.savedAt > draft.savedAt ? here : draft;
        return { ...text, holdsMore: holdsFiles(draft.id) };
      });
      const rest = own.filter(({ id }) => !remote.some((draft) => draft.id === id));
      return [...merged, ...rest].toSorted((one, other) => other.savedAt.localeCompare(one.savedAt));
    },
    keep(draft) {
      local.keep(draft);
      callOff();
      if (pending && pending.id !== draft.id) flush();
      pending = draft;
      callOff = schedule(flush, KEEP_PAUSE);
    },
    drop(id) {
      local.drop(id);
      still(id);
      if (holdsFiles(id) || !remote.some((draft) => draft.id === id)) return;
      remote = remote.filter((draft) => draft.id !== id);
      running = running.then(() => calls.dropDraft(id)).catch(() => {});
    },
    filesOf: (id) => files.get(id) ?? [],
    async sendFile(draft, file, by) {
      sending.set(draft.id, (sending.get(draft.id) ?? 0) + 1);
      try {
        await put(draft);
        const stored = await calls.sendFile(draft.id, file, by);
        const others = (files.get(draft.id) ?? []).filter(({ fileName }) => fileName !== stored.fileName);
        files.set(draft.id, [...others, stored]);
        return stored;
      } finally {
        sending.set(draft.id, (sending.get(draft.id) ?? 1) - 1);
      }
    },
    dropFile(id, fileName) {
      files.set(
        id,
        (files.get(id) ?? []).filter((file) => file.fileName !== fileName),
      );
      calls.dropFile(id, fileName).catch(() => {});
    },
    forgetFiles: (id) => void files.delete(id),
    async rest() {
      still();
      await running;
    },
  };
}

/** Whose typing it is and about what; `id` null: a new document of whatever type. */
interface DraftOf {
  readonly uid: string;
  readonly id: number | null;
}

/** Name of a document among the drafts of this device. Another person on it is offered only their own. */
export const documentDraft = ({ uid, id }: DraftOf): string => `document:${uid}:${id ?? 'new'}`;

/** The drafts of a document: its texts and signatories. Files are never kept. */
export const documentDrafts = (of: DraftOf, memory?: DeviceMemory): Drafts<DocumentText> =>
  createDrafts(documentDraft(of), readText, memory);

const recordOf = (value: unknown): Partial<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? value : {};

function readText(value: unknown): DocumentText | null {
  const { title, description, acceptor, recipient } = recordOf(value);
  const [acceptors, recipients] = [readSigners(acceptor), readSigners(recipient)];
  if (typeof title !== 'string' || typeof description !== 'string' || !acceptors || !recipients) return null;
  return { title, description, acceptor: acceptors, recipient: recipients };
}

function readSigners(value: unknown): readonly Signer[] | null {
  if (!Array.isArray(value)) return null;
  return value.flatMap((one): Signer[] => {
    const { uid, name, email, position } = recordOf(one);
    if (typeof uid !== 'string' || typeof name !== 'string') return [];
    return [{ uid, name, email: String(email ?? ''), position: String(position ?? '') }];
  });
}
