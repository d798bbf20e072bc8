// Calls of the API for the form that creates or changes a document, and drafts that are kept on the device and at the
// server.
import type { Document, DocumentFile, KeptDraft, TemplateForForm } from '../../../contract/documents/documents.ts';
import {
  DOCUMENT_DRAFT_DAYS,
  SIGNATORIES_MAX,
  SIGNATORY_SEARCH_SIZE,
  USER_SEARCH_MAX,
} from '../../../contract/limits.ts';
import type { Profile } from '../../../contract/people/profiles.ts';
import { createDrafts, type Draft, type Drafts } from '../editing/drafts.ts';
import { ifMatch, type Stored, storedOf } from '../editing/etag.ts';
import type { DeviceMemory } from '../platform/device-memory.ts';
import { now } from '../platform/now.ts';
import { informator } from '../platform/session.ts';
import { afterPause, type Schedule } from '../ui/suggest-store.ts';
import type { DocumentText } from './document-change.ts';
import { appendFiles } from './document-files.ts';
import { keyHeader, type Sending, sendToDocflow } from './send-form.ts';
import type { Signer } from './signatories.ts';

/** The ETag that a change is based on, and the idempotency key of the change. */
interface Upon {
  readonly etag: string | null;
  readonly key: string;
}

export interface SignerPlace {
  readonly directing: number;
  readonly task: number;
  readonly kind: 'acceptor' | 'recipient';
}

/** The calls of the form of a document. All throw what ky throws, or SessionEnded. */
export const documentFormCalls = {
  template: (directing: number, task: number): Promise<TemplateForForm> =>
    informator.get(`docflow/templates/${directing}/${task}/form`).json<TemplateForForm>(),
  one: (id: number): Promise<Stored<Document>> => storedOf(informator.get(`docflow/${id}`, { cache: 'no-store' })),
  /** Creates a document; a repeated call with the same key returns the same one. */
  create: (form: FormData, key: string, sending: Sending): Promise<Stored<Document>> =>
    sendToDocflow<Document>('POST', '', form, sending, keyHeader(key)),
  /** Changes a document; a repeated call with the same key does not conflict with its own first one. */
  change: (id: number, form: FormData, { etag, key }: Upon, sending: Sending): Promise<Stored<Document>> =>
    sendToDocflow<Document>('PATCH', `/${id}`, form, sending, { ...ifMatch(etag), ...keyHeader(key) }),
  people: ({ directing, task, kind }: SignerPlace, search: string, signal: AbortSignal): Promise<Profile[]> => {
    const searchParams = { search, directing, task, limit: SIGNATORY_SEARCH_SIZE, [kind]: 1 };
    return informator.get('user/search/', { searchParams, signal }).json<Profile[]>();
  },
  /** Everybody who may sign, or acknowledge, documents of a pair, or one more than a list may have. */
  async everyone({ directing, task, kind }: SignerPlace): Promise<Profile[]> {
    const people: Profile[] = [];
    while (people.length <= SIGNATORIES_MAX) {
      const last = people.at(-1)?.uid;
      const searchParams = { directing, task, limit: USER_SEARCH_MAX, [kind]: 1, ...(last && { last }) };
      const page = await informator.get('user/search/', { searchParams }).json<Profile[]>();
      people.push(...page);
      if (page.length < USER_SEARCH_MAX) break;
    }
    return people;
  },
};
export type DocumentFormCalls = typeof documentFormCalls;

/** What a draft belongs to; `document` null: a new one. */
interface DraftPlace {
  readonly document: number | null;
  readonly directing: number;
  readonly task: number;
}

const uidsOf = (people: readonly { readonly uid: string }[]) => people.map(({ uid }) => uid);

/** The calls of drafts kept by the server. All throw what ky throws, or SessionEnded. */
export const draftCalls = {
  drafts: (document: number | null): Promise<KeptDraft[]> =>
    informator.get('docflow/drafts', document === null ? {} : { searchParams: { document } }).json<KeptDraft[]>(),
  async keepDraft({ id, etag, value }: Draft<DocumentText>, place: DraftPlace): Promise<void> {
    const { title, description, acceptor, recipient } = value;
    await informator.put(`docflow/drafts/${id}`, {
      json: {
        documentId: place.document,
        directingId: place.directing,
        taskId: place.task,
        ...{ title, description, etag },
        acceptor: uidsOf(acceptor),
        recipient: uidsOf(recipient),
      },
    });
  },
  async dropDraft(id: string): Promise<void> {
    await informator.delete(`docflow/drafts/${id}`);
  },
  /** Sends a file ahead of the save; throws an AbortError when stopped. */
  async sendFile(id: string, file: File, by: Sending): Promise<DocumentFile> {
    const form = new FormData();
    appendFiles(form, [file]);
    return (await sendToDocflow<DocumentFile>('POST', `/drafts/${id}/file`, form, by, {})).value;
  },
  async dropFile(id: string, fileName: string): Promise<void> {
    await informator.delete(`docflow/drafts/${id}/file/${fileName}`);
  },
};
export type DraftCalls = typeof draftCalls;

/** Pause in typing after which a draft is sent to the server, ms. */
const KEEP_PAUSE = 1_500;
/** How long the server certainly keeps a draft, ms: a day less than its limit, as clocks differ. */
const SURELY_KEPT = (DOCUMENT_DRAFT_DAYS - 1) * 86_400_000;

/** Drafts kept on this device at once and at the server a moment later, with the files that wait with them. */
export interface KeptDrafts extends Drafts<DocumentText> {
  /** Reads the drafts of the server, without an answer those of this device; those gone there are dropped here too. */
  load(): Promise<void>;
  filesOf(id: string): readonly DocumentFile[];
  /** Sends a file to wait with a draft, stored first. Throws what ky throws, SessionEnded, or an AbortError. */
  sendFile(draft: Draft<DocumentText>, file: File, by: Sending): Promise<DocumentFile>;
  dropFile(id: string, fileName: string): void;
  /** Forgets the files of a draft that is ending. */
  forgetFiles(id: string): void;
  /** Resolves when no draft is being sent any more, before a save ends the draft. */
  rest(): Promise<void>;
}

const draftOf = ({ id, savedAt, etag, files, ...draft }: KeptDraft): Draft<DocumentText> => ({
  id,
  savedAt,
  etag,
  value: { title: draft.title, description: draft.description, acceptor: draft.acceptor, recipient: draft.recipient },
  holdsMore: files.length > 0,
});

/** Merges the drafts of a document on this device and at the server; the later text of a draft wins. */
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

  /** Sends the pending draft; a failed one stays on this device. */
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
      const left = (files.get(id) ?? []).filter((file) => file.fileName !== fileName);
      files.set(id, left);
      calls.dropFile(id, fileName).catch(() => {});
    },
    forgetFiles: (id) => void files.delete(id),
    async rest() {
      still();
      await running;
    },
  };
}

/** Author and document of a draft; `id` null: a new document of any type. */
type DraftOf = { readonly uid: string; readonly id: number | null };
/** Name of a draft on this device; each user has their own. */
export const documentDraft = ({ uid, id }: DraftOf): string => `document:${uid}:${id ?? 'new'}`;

/** The drafts of a document on this device: texts and signatories, no files. */
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
