// The rules of crosses: their identity and directions, and which parts replace an article.

import type { PartCross } from '../../../contract/catalogue/parts.ts';
import type { CrossWay } from '../../../contract/catalogue/words.ts';
import { typographed } from '../../../rules/format/typography.ts';
import { articleKey, manufacturerKey } from '../../platform/text/article-key.ts';
import type { CrossTable } from '../context/schema.ts';
import type { MakerNames } from '../search-words/maker-names.ts';

export interface CrossSide {
  readonly article: string;
  /** '' for any maker. */
  readonly manufacturer: string;
}

export type Replacement = Pick<
  CrossTable,
  | 'identity'
  | 'article_key'
  | 'manufacturer_key'
  | 'article'
  | 'manufacturer'
  | 'replaced_key'
  | 'replaced_manufacturer_key'
  | 'replaced_article'
  | 'replaced_manufacturer'
>;

type Keys = Pick<Replacement, 'article_key' | 'manufacturer_key' | 'replaced_key' | 'replaced_manufacturer_key'>;

/** What makes two rows one: no key has a line break in it. */
const identityOf = (keys: Keys): string =>
  [keys.replaced_key, keys.replaced_manufacturer_key, keys.article_key, keys.manufacturer_key].join('\n');

/** The identity of the same cross in the other direction. */
export const reverseOf = (keys: Keys): string =>
  identityOf({
    article_key: keys.replaced_key,
    manufacturer_key: keys.replaced_manufacturer_key,
    replaced_key: keys.article_key,
    replaced_manufacturer_key: keys.manufacturer_key,
  });

/** Whether both sides mean, or may mean, one part, which replaces nothing. */
export function isOfItself(one: CrossSide, other: CrossSide): boolean {
  if (articleKey(one.article) !== articleKey(other.article)) return false;
  const [first, second] = [manufacturerKey(one.manufacturer), manufacturerKey(other.manufacturer)];
  return first === '' || second === '' || first === second;
}

/** The directions of a cross between an article and its cross article; of `both` that of the article first. */
export function replacementsOf(way: CrossWay, article: CrossSide, cross: CrossSide): Replacement[] {
  return [
    ...(way === 'replaced' ? [] : [replacement(article, cross)]),
    ...(way === 'replaces' ? [] : [replacement(cross, article)]),
  ];
}

function replacement(by: CrossSide, replaced: CrossSide): Replacement {
  const keys = {
    article_key: articleKey(by.article),
    manufacturer_key: manufacturerKey(by.manufacturer),
    replaced_key: articleKey(replaced.article),
    replaced_manufacturer_key: manufacturerKey(replaced.manufacturer),
  };
  return {
    identity: identityOf(keys),
    ...keys,
    article: by.article,
    manufacturer: by.manufacturer,
    replaced_article: replaced.article,
    replaced_manufacturer: replaced.manufacturer,
  };
}

/** A cross together with one visible position of the article that replaces. */
export interface CrossRow {
  readonly cross: number;
  /** By which the maker of what replaces is compared; '' for any. */
  readonly maker: string;
  /** The same of what is replaced. */
  readonly replacedMaker: string;
  readonly replacedArticle: string;
  readonly replacedManufacturer: string;
  /** Null: entered by hand. */
  readonly runId: number | null;
  readonly part: number;
  readonly positionMaker: string;
}

interface Replacing extends Pick<PartCross, 'reason' | 'source'> {
  readonly part: number;
}

/** Crosses that are looked at for one question, and rows of their positions. */
const CROSSES_READ = 300;
const ROWS_READ = 3_000;

/** The rows of a CrossRow for replaced article keys, a JSON list, in the order they were said; the work is bounded. */
export const REPLACING_SQL = `SELECT c.id AS "cross", c.manufacturer_key AS maker,
    c.replaced_manufacturer_key AS replacedMaker, c.replaced_article AS replacedArticle,
    c.replaced_manufacturer AS replacedManufacturer, c.run_id AS runId,
    p.part_id AS part, p.manufacturer_key AS positionMaker
  FROM (SELECT c.* FROM json_each(?) wanted CROSS JOIN crosses c ON c.replaced_key = wanted.value
    WHERE c.removed_by IS NULL ORDER BY c.id LIMIT ${CROSSES_READ}) c
  CROSS JOIN article_keys k ON k.key = c.article_key
  CROSS JOIN position_keys e ON e.in_stock IN (0, 1) AND e.key = c.article_key
  CROSS JOIN positions p ON p.id = e.position_id AND p.key_id = k.id
  LIMIT ${ROWS_READ}`;

/** Whether two manufacturer keys may mean one maker: an empty one may be any. */
const mayBe = (one: string, other: string): boolean => one === '' || other === '' || one === other;

/**
 * The parts that replace an article of this maker ('' for any), each once, never the part itself. A cross that names a
 * maker means its part, or one without a known maker. What replaces a replacement does not count.
 */
export function replacingParts(
  rows: readonly CrossRow[],
  asked: { readonly maker: string; readonly part: number | null },
  names: MakerNames,
): Replacing[] {
  const makers = new Map<number, string>();
  for (const { part, positionMaker } of rows) makers.set(part, makers.get(part) || names.keyOf(positionMaker));
  const crosses = Map.groupBy(rows, ({ cross }) => cross);
  const askedMaker = names.keyOf(asked.maker);
  const found = new Map<number, Replacing>();
  for (const of of crosses.values()) {
    const [said] = of;
    if (!said || !mayBe(names.keyOf(said.replacedMaker), askedMaker)) continue;
    const maker = names.keyOf(said.maker);
    const named = of.filter(({ part }) => makers.get(part) === maker);
    const unknown = of.filter(({ part }) => makers.get(part) === '');
    const meant = maker === '' ? of : named.length > 0 ? named : unknown;
    for (const { part } of meant) {
      if (part === asked.part || found.has(part)) continue;
      found.set(part, { part, reason: reasonOf(said), source: said.runId === null ? 'hand' : 'list' });
    }
  }
  return [...found.values()];
}

const reasonOf = typographed(
  ({ replacedArticle, replacedManufacturer }: CrossRow): string =>
    `Замена для ${[replacedArticle, replacedManufacturer].filter((text) => text !== '').join(' ')}`,
);
