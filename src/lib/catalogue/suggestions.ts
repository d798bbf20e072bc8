// The lines under the search field while a buyer types: parts that fit, and the last queries, which are kept on the
// buyer's device only.
import type { PartsAnswer } from '../../../contract/catalogue/parts.ts';
import { type PartView, partViews } from '../../../rules/catalogue/part.ts';
import { formatNumber } from '../../../rules/format/texts.ts';
import type { DeviceMemory } from '../platform/device-memory.ts';
import { catalog } from './catalogue-texts.ts';

/** A line under the search field. */
export type SuggestedLine =
  | { readonly kind: 'part'; readonly key: string; readonly part: PartView }
  | { readonly kind: 'all'; readonly key: string; readonly text: string }
  | { readonly kind: 'query'; readonly key: string; readonly text: string }
  | { readonly kind: 'clear'; readonly key: string; readonly text: string };

/** The first parts of an answer, then the link to all of them. */
export function suggestedParts(query: string, answer: PartsAnswer, photoFolder: string): SuggestedLine[] {
  const { parts, total, note } = answer;
  const views = partViews(parts, note ?? query, photoFolder);
  const lines: SuggestedLine[] = views.map((part) => ({ kind: 'part', key: part.id, part }));
  if (parts.length === 0) return [];
  const count = total.exact ? formatNumber(total.count) : catalog.moreThan(formatNumber(total.count));
  return [...lines, { kind: 'all', key: 'all', text: catalog.showAll(count) }];
}

/** What was asked on this device before, with the button that forgets it. */
export const suggestedQueries = (queries: readonly string[]): SuggestedLine[] =>
  queries.length === 0
    ? []
    : [
        ...queries.map((text): SuggestedLine => ({ kind: 'query', key: `query ${text}`, text })),
        { kind: 'clear', key: 'clear', text: catalog.clearQueries },
      ];

/** Key of the device's memory; what is kept there never leaves the device. */
const KEY = 'queries';
const KEPT_MAX = 8;
const LENGTH_MAX = 100;

/** The last queries typed on this device, the newest first; they stay on it until they are cleared. */
export function createOwnQueries(memory: DeviceMemory) {
  function list(): readonly string[] {
    try {
      const kept: unknown = JSON.parse(memory.getItem(KEY) ?? '[]');
      return Array.isArray(kept) ? kept.filter((query) => typeof query === 'string').slice(0, KEPT_MAX) : [];
    } catch {
      return [];
    }
  }

  return {
    list,
    remember(typed: string) {
      const query = typed.trim();
      if (query === '' || query.length > LENGTH_MAX) return;
      const others = list().filter((other) => other.toLowerCase() !== query.toLowerCase());
      memory.setItem(KEY, JSON.stringify([query, ...others].slice(0, KEPT_MAX)));
    },
    clear: () => memory.removeItem(KEY),
  };
}
