// The job that says how well the titles of one price list are read, and which words stand in those whose kind of part is
// not. It reads the file that searches are answered from: PostgreSQL holds nothing of what titles were read as.
import type { TitleReading } from '../../../contract/catalogue/runs.ts';
import { HIDDEN } from '../../../contract/catalogue/words.ts';
import { UNREAD_TITLES_MAX, UNREAD_WORDS_MAX } from '../../../contract/limits.ts';
import type { Job } from '../../platform/database/jobs.ts';
import { openSqlite } from '../../platform/database/sqlite-connection.ts';
import { rawWords, wordForm } from '../../platform/text/words.ts';
import { type OwnReadings, ownReadings } from '../part-reader/own-readings.ts';
import { isParticle } from '../part-reader/pieces.ts';
import { readPart } from '../part-reader/read-part.ts';
import { entriesOf } from './index-writer.ts';

export interface TitleReadingArguments {
  /** The index file of the shown catalogue. */
  readonly file: string;
  /** Null: of all. */
  readonly providerId: number | null;
  readonly brandId: number | null;
}

/** Shown positions of the list that have a title; a column that says nothing stands in no condition, for the index. */
function listedPositions({ providerId, brandId }: Pick<TitleReadingArguments, 'providerId' | 'brandId'>) {
  const owners = { provider_id: providerId, brand_id: brandId };
  const given = Object.entries(owners).flatMap(([name, id]) => (id === null ? [] : [{ name, id }]));
  const conditions = [`p.hidden = ${HIDDEN.shown}`, "p.title <> ''", ...given.map(({ name }) => `p.${name} = ?`)];
  return {
    listed: `FROM positions p JOIN position_readings r ON r.id = p.id JOIN title_readings f ON f.id = r.reading_id
      WHERE ${conditions.join(' AND ')}`,
    ids: given.map(({ id }) => id),
  };
}

const titleReading: Job<TitleReadingArguments, TitleReading> = async (_, { file, ...owners }) => {
  const { listed, ids } = listedPositions(owners);
  const db = openSqlite(file, true);
  try {
    // Both questions see the same state.
    db.exec('BEGIN');
    const counts = db
      .prepare(
        `SELECT count(*) AS titles, count(*) FILTER (WHERE f.kind <> '') AS kinds,
           count(*) FILTER (WHERE f.machines <> '') AS machines ${listed}`,
      )
      .get(...ids) as unknown as Pick<TitleReading, 'titles' | 'kinds' | 'machines'>;
    const unread = db
      .prepare(`SELECT p.title ${listed} AND f.kind = '' ORDER BY p.id LIMIT ${UNREAD_TITLES_MAX}`)
      .all(...ids)
      .map(({ title }) => String(title));
    return { ...counts, unread: unread.length, words: wordsOfUnread(unread, ownReadings(entriesOf(db))) };
  } finally {
    db.close();
  }
};
export default titleReading;

const WORD = /^[\p{L}\p{M}]{3,}$/u;

/**
 * The commonest words that titles hold and the reader takes for nothing: neither a machine nor a side, mark, size or
 * amount. Forms of one word count together, once a title, and are named by the commonest of them. `own`: what the shop says
 * of words.
 */
export function wordsOfUnread(titles: readonly string[], own: OwnReadings | null = null): TitleReading['words'] {
  const found = new Map<string, { count: number; spellings: Map<string, number> }>();
  for (const title of titles) {
    const { pieces, roles } = readPart(title, own);
    const rest = pieces.filter((piece, at) => roles[at] === 'rest' && piece.is === 'word' && !isParticle(piece));
    const words = rest.flatMap(({ typed }) => rawWords(typed)).filter((word) => WORD.test(word));
    const counted = new Set<string>();
    for (const word of new Set(words)) {
      const form = wordForm(word);
      const entry = found.get(form) ?? { count: 0, spellings: new Map<string, number>() };
      if (!counted.has(form)) entry.count++;
      counted.add(form);
      entry.spellings.set(word, (entry.spellings.get(word) ?? 0) + 1);
      found.set(form, entry);
    }
  }
  return [...found.values()]
    .map(({ count, spellings }) => ({ word: commonest(spellings), count }))
    .sort((one, other) => other.count - one.count || (one.word < other.word ? -1 : 1))
    .slice(0, UNREAD_WORDS_MAX);
}

/** Of words as common as each other the shortest, which mostly is the first case. */
const commonest = (spellings: ReadonlyMap<string, number>): string =>
  [...spellings].sort(([one, often], [other, less]) => less - often || one.length - other.length)[0]?.[0] ?? '';
