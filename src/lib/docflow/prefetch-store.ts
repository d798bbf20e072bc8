import type { Document } from '../../../contract/docflow.ts';
import { $router } from '../browser/router.ts';
import type { Stored } from '../editing/etag.ts';
import { docflowCalls } from './document-calls.ts';

let asked: { readonly id: number; readonly answer: Promise<Stored<Document>> } | null = null;

/** Asks for the document of the address while the code of its page is still on the way. */
export function askAhead(): void {
  const page = $router.get();
  if (page?.route !== 'document') return;
  const id = Number(page.params.id);
  asked = { id, answer: docflowCalls.one(id) };
  // A failure is told to whoever takes the answer.
  asked.answer.catch(() => {});
}

/** The document, as asked for ahead or now. An answer is taken once. */
export function takeAsked(id: number): Promise<Stored<Document>> {
  const ahead = asked?.id === id ? asked.answer : null;
  asked = null;
  return ahead ?? docflowCalls.one(id);
}
