// Plans what a change of positions changes in the search index: keys, counts of words, and documents, which wait until
// they are written together.
import { HIDDEN } from '../../../contract/catalogue/words.ts';
import type { AskedTitle } from './title-readings.ts';
import * as tokens from './tokens.ts';

/** One position before and after a change; null where it does not exist. */
export interface IndexChange {
  readonly before: tokens.IndexedRow | null;
  readonly after: tokens.IndexedRow | null;
}

export interface KeyEntry {
  readonly inStock: number;
  readonly key: string;
  readonly positionId: number;
  readonly kind: number;
}

interface IndexPlan {
  readonly removedKeys: readonly KeyEntry[];
  readonly addedKeys: readonly KeyEntry[];
  readonly documents: readonly DocumentChange[];
}

/** Works out the least to be written, nothing for a change of price; adds changes of word counts to `words`. */
export function planIndex(changes: readonly IndexChange[], words: Map<string, number>): IndexPlan {
  const removedKeys: KeyEntry[] = [];
  const addedKeys: KeyEntry[] = [];
  const documents: DocumentChange[] = [];
  for (const change of changes) {
    const before = shownRow(change.before);
    const after = shownRow(change.after);
    const row = after ?? before;
    if (row === null || (before && after && sameForSearch(before, after))) continue;
    const formsBefore = before && tokens.wordFormsOf(before);
    const formsAfter = after && (before && sameWords(before, after) ? formsBefore : tokens.wordFormsOf(after));
    if (before) removedKeys.push(...keyEntries(before));
    if (after) addedKeys.push(...keyEntries(after));
    documents.push({
      id: row.id,
      isStored: before !== null,
      after: after && {
        inStock: after.in_stock,
        words: tokens.documentOf(after, formsAfter ?? new Set()),
        title: titledOf(after),
        isNewTitle: before?.title !== after.title || before.article !== after.article,
      },
    });
    if (formsBefore === formsAfter) continue;
    for (const form of formsBefore ?? []) words.set(form, (words.get(form) ?? 0) - 1);
    for (const form of formsAfter ?? []) words.set(form, (words.get(form) ?? 0) + 1);
  }
  return { removedKeys, addedKeys, documents };
}

const titledOf = ({ title, manufacturer, article }: tokens.IndexedRow): tokens.Titled => ({
  title,
  manufacturer,
  article,
});

/** A position that visitors do not see is to the index as if it did not exist. */
const shownRow = (row: tokens.IndexedRow | null): tokens.IndexedRow | null =>
  row?.hidden === HIDDEN.shown ? row : null;

const sameWords = (one: tokens.IndexedRow, other: tokens.IndexedRow): boolean =>
  one.article === other.article && tokens.WORD_COLUMNS.every((name) => one[name] === other[name]);

const sameForSearch = (one: tokens.IndexedRow, other: tokens.IndexedRow): boolean =>
  one.article_key === other.article_key && tokens.SEARCHED_COLUMNS.every((name) => one[name] === other[name]);

function keyEntries(row: tokens.IndexedRow): KeyEntry[] {
  const entry = (key: string, kind: number) => ({ inStock: row.in_stock, key, positionId: row.id, kind });
  const code = tokens.codeKeyOf(row);
  const article = entry(row.article_key, tokens.ARTICLE_KIND);
  return code === '' ? [article] : [article, entry(code, tokens.CODE_KIND)];
}

/** The document of a shown position whose title is to be read again. */
export const documentAnew = (row: tokens.IndexedRow): DocumentChange => ({
  id: row.id,
  isStored: true,
  after: {
    inStock: row.in_stock,
    words: tokens.documentOf(row, tokens.wordFormsOf(row)),
    title: titledOf(row),
    isNewTitle: true,
  },
});

/** A document of the word index on its way there. */
export interface DocumentChange {
  readonly id: number;
  /** Whether the table has one for the position, which goes or is replaced. */
  readonly isStored: boolean;
  readonly after: {
    readonly inStock: number;
    /** Without those that its title is read as. */
    readonly words: string;
    readonly title: AskedTitle;
    /** Whether what the title says is to be stored beside the document too. */
    readonly isNewTitle: boolean;
  } | null;
}

/**
 * Changed documents of the word index that wait to be written. FTS5 gathers what it is given only as long as row ids
 * grow; whenever one is smaller than the last it writes out what it has, as it would for every batch of an import,
 * whose new positions have larger ids than the known ones of the next batch.
 */
export class PendingDocuments {
  readonly #changes = new Map<number, DocumentChange>();

  get size(): number {
    return this.#changes.size;
  }

  /** Of several changes of one document the table is to see the sum. */
  add(change: DocumentChange): void {
    const earlier = this.#changes.get(change.id);
    const isStored = earlier ? earlier.isStored : change.isStored;
    const isNewTitle = change.after?.isNewTitle || earlier?.after?.isNewTitle || false;
    const after = change.after && { ...change.after, isNewTitle };
    if (isStored || change.after) this.#changes.set(change.id, { ...change, after, isStored });
    else this.#changes.delete(change.id);
  }

  /** Hands them over in the order of ids. */
  drain(): DocumentChange[] {
    const changes = [...this.#changes.values()].sort((one, other) => one.id - other.id);
    this.#changes.clear();
    return changes;
  }
}
