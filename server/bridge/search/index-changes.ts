import { ARTICLE_KIND, CODE_KIND, codeKeyOf, documentOf, type IndexedRow, wordFormsOf } from './tokens.ts';

/** One position before and after a change; null where it does not exist. */
export interface IndexChange {
  readonly before: IndexedRow | null;
  readonly after: IndexedRow | null;
}

export interface KeyEntry {
  readonly inStock: number;
  readonly key: string;
  readonly positionId: number;
  readonly kind: number;
}

/** What a batch of changes means for the tables of the search index. */
export interface IndexPlan {
  readonly removedKeys: readonly KeyEntry[];
  readonly addedKeys: readonly KeyEntry[];
  /** Positions whose document goes; one that is replaced is in both lists. */
  readonly removedDocuments: readonly number[];
  readonly addedDocuments: readonly { id: number; inStock: number; words: string }[];
  /** By how many positions each word is now held more or less. */
  readonly vocabulary: ReadonlyMap<string, number>;
}

/** Works out the least that has to be written; a change of price alone comes to nothing. */
export function planIndex(changes: readonly IndexChange[]): IndexPlan {
  const removedKeys: KeyEntry[] = [];
  const addedKeys: KeyEntry[] = [];
  const removedDocuments: number[] = [];
  const addedDocuments: { id: number; inStock: number; words: string }[] = [];
  const vocabulary = new Map<string, number>();
  for (const { before, after } of changes) {
    if (before && after && sameForSearch(before, after)) continue;
    const formsBefore = before && wordFormsOf(before);
    const formsAfter = after && (before && sameWords(before, after) ? formsBefore : wordFormsOf(after));
    if (before) {
      removedKeys.push(...keyEntries(before));
      removedDocuments.push(before.id);
    }
    if (after) {
      addedKeys.push(...keyEntries(after));
      addedDocuments.push({
        id: after.id,
        inStock: after.in_stock,
        words: documentOf(after, formsAfter ?? new Set()),
      });
    }
    if (formsBefore === formsAfter) continue;
    for (const form of formsBefore ?? []) vocabulary.set(form, (vocabulary.get(form) ?? 0) - 1);
    for (const form of formsAfter ?? []) vocabulary.set(form, (vocabulary.get(form) ?? 0) + 1);
  }
  for (const [form, count] of vocabulary) if (count === 0) vocabulary.delete(form);
  return { removedKeys, addedKeys, removedDocuments, addedDocuments, vocabulary };
}

const sameWords = (one: IndexedRow, other: IndexedRow): boolean =>
  one.title === other.title && one.manufacturer === other.manufacturer && one.article === other.article;

const sameForSearch = (one: IndexedRow, other: IndexedRow): boolean =>
  one.in_stock === other.in_stock &&
  one.article_key === other.article_key &&
  one.code === other.code &&
  one.brand_id === other.brand_id &&
  sameWords(one, other);

function keyEntries(row: IndexedRow): KeyEntry[] {
  const entry = (key: string, kind: number) => ({ inStock: row.in_stock, key, positionId: row.id, kind });
  const code = codeKeyOf(row);
  const article = entry(row.article_key, ARTICLE_KIND);
  return code === '' ? [article] : [article, entry(code, CODE_KIND)];
}
