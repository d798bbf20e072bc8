import type { PartsAnswer } from '../../../contract/parts.ts';
import { formatNumber } from '../../../rules/format/number.ts';
import { type PartView, partViews } from '../../../rules/parts/part-view.ts';
import { catalog } from './catalogue-texts.ts';

/** How many parts are suggested. */
export const SUGGESTED_PARTS = 6;

/** A line under the search field. */
export type SuggestedLine =
  | { readonly kind: 'part'; readonly key: string; readonly part: PartView }
  | { readonly kind: 'all'; readonly key: string; readonly text: string }
  | { readonly kind: 'query'; readonly key: string; readonly text: string }
  | { readonly kind: 'clear'; readonly key: string; readonly text: string };

/** The first parts of an answer, then the way to all of them. */
export function suggestedParts(query: string, answer: PartsAnswer, photoFolder: string): SuggestedLine[] {
  const { parts, total, note } = answer;
  const views = partViews(parts, note ?? query, photoFolder);
  const lines: SuggestedLine[] = views.map((part) => ({ kind: 'part', key: part.id, part }));
  if (parts.length === 0) return [];
  const count = total.exact ? formatNumber(total.count) : catalog.moreThan(formatNumber(total.count));
  return [...lines, { kind: 'all', key: 'all', text: catalog.showAll(count) }];
}

/** What was asked on this device before, with the way to forget it. */
export const suggestedQueries = (queries: readonly string[]): SuggestedLine[] =>
  queries.length === 0
    ? []
    : [
        ...queries.map((text): SuggestedLine => ({ kind: 'query', key: `query ${text}`, text })),
        { kind: 'clear', key: 'clear', text: catalog.clearQueries },
      ];
