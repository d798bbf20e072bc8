import type { DeviceMemory } from '../drafts/device-memory.ts';
import { createDrafts, type Drafts } from '../drafts/drafts.ts';
import type { DocumentText } from './document-change.ts';
import type { Signer } from './signatory-list.ts';

/** Whose typing it is and about what; `id` null: a new document of whatever type. */
export interface DraftOf {
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
