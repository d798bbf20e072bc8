import type { Editor } from '../../../../contract/versions.ts';
import type { Person } from './person.ts';
import { type Signatory, signatoriesAsked } from './signatory-rules.ts';
import type { StoredRoute } from './stored-route.ts';
import type { AttachedFile } from './version.ts';

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
export function askedIn(document: Pick<StoredDocument, 'entries' | 'task' | 'route'>): Signatory[] {
  const { ordered, steps } = orderOf(document);
  return signatoriesAsked(document.entries, ordered, steps);
}
