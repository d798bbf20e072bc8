import type { CrossWay } from '../../../contract/catalogue/words.ts';
import { articleKey, manufacturerKey } from '../../platform/text/article-key.ts';
import type { CrossTable } from '../context/schema.ts';

/** One side of a cross as it was written. */
export interface CrossSide {
  readonly article: string;
  /** '' for any maker. */
  readonly manufacturer: string;
}

/** One direction of a cross, as its row says it. */
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
