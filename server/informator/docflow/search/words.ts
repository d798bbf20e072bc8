import type { Transaction } from 'kysely';
import { wordsOf } from '../../../text/words.ts';
import type { InformatorSchema } from '../../schema.ts';
import type { StoredDocument } from '../document/document.ts';

/** Different words of one document that it is found by: more than a book of its size holds. */
const WORDS_MAX = 20_000;
/** Rows of one statement: both databases bind at least twice as many values. */
const AT_ONCE = 1_000;

/** What a document is found by. */
export type FoundBy = Pick<StoredDocument, 'num' | 'title' | 'description'>;

const indexed = ({ num, title, description }: FoundBy): Set<string> =>
  new Set([...new Set(wordsOf(`${num} ${title} ${description}`))].slice(0, WORDS_MAX));

/** Makes a document be found by what it holds now. What is deleted takes its words along. */
export async function indexDocument(
  transaction: Transaction<InformatorSchema>,
  id: number,
  before: FoundBy | null,
  after: FoundBy,
): Promise<void> {
  if (before && before.title === after.title && before.description === after.description) return;
  const known: ReadonlySet<string> = before ? indexed(before) : new Set();
  const wanted = indexed(after);
  for (const words of batches([...known].filter((word) => !wanted.has(word)))) {
    await transaction
      .deleteFrom('document_words')
      .where('document_id', '=', id)
      .where('word', 'in', words)
      .execute();
  }
  for (const words of batches([...wanted].filter((word) => !known.has(word)))) {
    await transaction
      .insertInto('document_words')
      .values(words.map((word) => ({ word, document_id: id })))
      .execute();
  }
}

function* batches(words: readonly string[]): Generator<string[]> {
  for (let at = 0; at < words.length; at += AT_ONCE) yield words.slice(at, at + AT_ONCE);
}
