// The lines under the search field while a buyer types: parts that fit, and the last queries, which are kept on the
// buyer's device only.
import type { PartsAnswer } from '../../../contract/catalogue/parts.ts';
import { type PartView, partViews } from '../../../rules/catalogue/part.ts';
import { formatNumber } from '../../../rules/format/texts.ts';
import type { DeviceMemory } from '../platform/device-memory.ts';
import { paths } from '../platform/paths.ts';
import { catalog } from './catalogue-texts.ts';

/** A line under the search field. */
export type SuggestedLine =
  | { readonly kind: 'part'; readonly key: string; readonly part: PartView }
  | {
      readonly kind: 'narrow';
      readonly key: string;
      readonly text: string;
      readonly count: string;
      readonly path: string;
    }
  | { readonly kind: 'all'; readonly key: string; readonly text: string }
  | { readonly kind: 'query'; readonly key: string; readonly text: string }
  | { readonly kind: 'clear'; readonly key: string; readonly text: string };

/** Kinds and machines that are offered to narrow a query. */
const KINDS_MAX = 3;
const MACHINES_MAX = 2;

/** What narrows the query: the commonest kinds and machines of what it finds, where there are several. */
function narrowing(query: string, { facets }: PartsAnswer): SuggestedLine[] {
  const of = (name: 'kind' | 'machine', most: number): SuggestedLine[] =>
    facets[name].length < 2
      ? []
      : facets[name]
          .slice(0, most)
          .map(({ value, title, count }) => ({
            kind: 'narrow',
            key: `${name} ${value}`,
            text: title.charAt(0).toUpperCase() + title.slice(1),
            count: formatNumber(count),
            path: `${paths.search(query)}&${name}=${encodeURIComponent(value)}`,
          }));
  return [...of('kind', KINDS_MAX), ...of('machine', MACHINES_MAX)];
}

/** What narrows the query, the first parts of its answer, then the link to all of them; nothing where nothing fits it. */
export function suggestedParts(query: string, answer: PartsAnswer, photoFolder: string): SuggestedLine[] {
  const { parts, total, note } = answer;
  const views = partViews(parts, note ?? query, photoFolder);
  const lines: SuggestedLine[] = views.map((part) => ({ kind: 'part', key: part.id, part }));
  if (parts.length === 0 || answer.apart) return [];
  const count = total.exact ? formatNumber(total.count) : catalog.moreThan(formatNumber(total.count));
  return [...narrowing(query, answer), ...lines, { kind: 'all', key: 'all', text: catalog.showAll(count) }];
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
