import type { DocumentEvent } from '../../../../contract/docflow.ts';
import type { Editor } from '../../../../contract/versions.ts';
import type { StoredDocument } from './document.ts';

/** Who changes a document, and when. */
export interface Save {
  readonly by: Editor;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** A change of a document: `before` is null for a new one, `after` for a deleted one. */
export interface RecordedChange extends Save {
  readonly event: DocumentEvent;
  /** The listed person in whose stead `by` has acted; null: in his own. */
  readonly insteadOf: Editor | null;
  readonly before: StoredDocument | null;
  readonly after: StoredDocument | null;
  /** Whom a reminder goes to, by uid. */
  readonly reminded?: readonly string[];
}
