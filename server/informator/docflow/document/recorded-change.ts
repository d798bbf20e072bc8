import type { DocumentEvent } from '../../../../contract/docflow.ts';
import type { Editor } from '../../../../contract/versions.ts';
import type { StoredDocument } from './document.ts';

/** Who changes a document, and when. */
export interface Save {
  readonly by: Editor;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Where the organisation is: days of a step end there. */
  readonly timeZone: string;
}

/** A comment that a change is about. People are named by uid. */
interface Said {
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
  readonly said?: Said;
}
