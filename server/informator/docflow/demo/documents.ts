import documents from './documents.json' with { type: 'json' };

/** Who takes part in documents of the demonstration. */
export type DemoPerson = 'director' | 'sales' | 'store' | 'books';

/** What somebody does about a document: a decision (with a reason it is declined), or its author adds a sentence. */
export type DemoStep =
  | { readonly kind: 'acceptor' | 'recipient'; readonly by: DemoPerson; readonly declines?: string }
  | { readonly adds: string };

export interface DemoDocument {
  readonly direction: string;
  readonly task: string;
  readonly author: DemoPerson;
  readonly title: string;
  readonly description: string;
  readonly acceptor: readonly DemoPerson[];
  readonly recipient: readonly DemoPerson[];
  readonly steps: readonly DemoStep[];
}

/** Documents in every state that one can be in, the oldest first. */
export const DEMO_DOCUMENTS = documents as readonly DemoDocument[];
