import type { UploadDoubt } from '../../../../contract/bridge.ts';
import { quoted } from '../../../../rules/format/quoted.ts';
import { shareText } from './share-text.ts';

/** A provider, and how many of some articles it has. */
export interface OtherOwner {
  readonly title: string;
  readonly count: number;
}

/** Articles from which on it tells something whose they are. */
const ARTICLES_MIN = 10;
/** From this share on a list looks like another provider's, where the chosen one has less than the second. */
const OTHER_SHARE = 0.6;
const OWN_SHARE = 0.1;

/** What is to be asked where most articles of a list are known of another provider and hardly any of the chosen one. */
export function othersListDoubt(
  { articles, own }: { readonly articles: number; readonly own: number },
  other: OtherOwner | null,
): UploadDoubt | null {
  if (other === null || articles < ARTICLES_MIN) return null;
  if (other.count < OTHER_SHARE * articles || own >= OWN_SHARE * articles) return null;
  const has = `из\u00a0проверенных артикулов у\u00a0него есть ${shareText(other.count, articles)}`;
  const text = `Похоже, это прайс поставщика ${quoted(other.title)}: ${has}, а\u00a0у\u00a0выбранного\u00a0— ${shareText(own, articles)}.`;
  return { kind: 'other-provider', text };
}
