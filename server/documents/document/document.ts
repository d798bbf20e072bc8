import { createHash } from 'node:crypto';
import type { Editor } from '../../../contract/answers.ts';
import type { DocumentEvent } from '../../../contract/documents/documents.ts';
import type { SavedState } from '../../platform/http/request.ts';
import type { Person } from './people.ts';
import type { StoredRoute } from './route-rules.ts';
import { blankSignatory, type Signatory, signatoriesAsked } from './signatory-rules.ts';

export interface StoredFile extends AttachedFile {
  /** Media type, as found in the content. */
  readonly type: string;
  /** Bytes. */
  readonly size: number;
}

/** A document as it stands. Times are milliseconds since the epoch. */
export interface StoredDocument {
  readonly id: number;
  readonly num: number;
  readonly title: string;
  readonly description: string;
  /** Where the description is kept. */
  readonly textId: number;
  readonly directing: { readonly id: number; readonly title: string };
  readonly task: { readonly id: number; readonly title: string; readonly ordered: boolean };
  /** The steps that acceptors are asked in; null: flat lists. */
  readonly route: StoredRoute | null;
  readonly author: Person;
  readonly files: readonly StoredFile[];
  /** Acceptors, then recipients, each in the order they were listed. */
  readonly entries: readonly Signatory[];
  /** The people named by the signatories, by uid. */
  readonly people: ReadonlyMap<string, Person>;
  readonly createdAt: number;
  /** What decisions stand for: number and hash of title, description and files. */
  readonly version: number;
  readonly hash: string;
  /** Questions that wait for an answer of the author. */
  readonly questions: number;
  /** Grows with every change. */
  readonly revision: number;
  readonly savedAt: number;
  readonly savedBy: Editor | null;
}

/** In which order the people of a document are asked. */
export const orderOf = ({ task, route }: Pick<StoredDocument, 'task' | 'route'>) => ({
  ordered: task.ordered,
  steps: route?.steps ?? null,
});

/** The signatories of whom a document asks something now. */
export function signatoriesAskedIn(document: Pick<StoredDocument, 'entries' | 'task' | 'route'>): Signatory[] {
  const { ordered, steps } = orderOf(document);
  return signatoriesAsked(document.entries, ordered, steps);
}

/** Who changes a document, and when. */
export interface Save {
  readonly by: Editor;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Where the organisation is: days of a step end there. */
  readonly timeZone: string;
}

/** A comment that a change is about. People are named by uid. */
interface CommentedOn {
  readonly comment: number;
  /** Whose question was answered; null: no answer. */
  readonly asker: string | null;
  readonly mentioned: readonly string[];
}

/** A change of a document: `before` is null for a new one, `after` for a deleted one. */
export interface RecordedChange extends Omit<Save, 'timeZone'> {
  readonly event: DocumentEvent;
  /** The signatory for whom `by` has decided; null: `by` is the signatory, or the change is no decision. */
  readonly insteadOf: Editor | null;
  readonly before: StoredDocument | null;
  readonly after: StoredDocument | null;
  /** Recipients of a reminder, by uid. */
  readonly reminded?: readonly string[];
  /** What was said about the document, or taken back. */
  readonly said?: CommentedOn;
}

/** What signatures stand for. */
export interface Content {
  readonly title: string;
  readonly description: string;
  /** In the order they were attached. */
  readonly files: readonly AttachedFile[];
}

export interface AttachedFile {
  readonly fileName: string;
  readonly originalName: string;
  /** Of its bytes, hexadecimal. */
  readonly sha256: string;
}

/** SHA-256 over title, description and files, each with its length before it, so that no two contents read the same. */
export function hashOf({ title, description, files }: Content): string {
  const hash = createHash('sha256');
  const add = (text: string) => hash.update(`${Buffer.byteLength(text)}:`).update(text);
  add(title);
  add(description);
  hash.update(`${files.length};`);
  for (const { originalName, sha256 } of files) {
    add(originalName);
    add(sha256);
  }
  return hash.digest('hex');
}

/**
 * Signatories after an edit, in the order given and each person once. Those who stay keep their decision unless a new version
 * starts; decisions in the form are ignored.
 */
export function entriesAfter(
  before: readonly Signatory[],
  listed: readonly (Pick<Signatory, 'kind' | 'uid'> & Partial<Pick<Signatory, 'step'>>)[],
  newVersion: boolean,
): Signatory[] {
  const seen = new Set<string>();
  const after: Signatory[] = [];
  for (const { kind, uid, step = null } of listed) {
    const key = `${kind} ${uid}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const kept = newVersion ? undefined : before.find((entry) => entry.kind === kind && entry.uid === uid);
    after.push(kept ?? blankSignatory(kind, uid, step));
  }
  return after;
}

/** A document as a state that several people edit and sign. */
export const savedStateOf = ({ revision, savedAt, savedBy, version, hash }: StoredDocument): SavedState => ({
  version: revision,
  savedAt,
  savedBy,
  content: `${version}.${hash.slice(0, 16)}`,
});
