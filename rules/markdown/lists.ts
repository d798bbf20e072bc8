import type { Line } from './lines.ts';

type Item = Extract<Line, { kind: 'item' }>;
type Tag = 'ul' | 'ol';

/** A list that is open, its last item too. */
interface Level {
  readonly tag: Tag;
  readonly indent: number;
}

/** Open lists, the outermost first. */
export type Lists = readonly Level[];

/** Blanks that set a list inside another. */
const STEP = 2;
/** Lists inside each other; what is deeper stays on the last level, so that no text can pile up elements. */
const DEPTH_MAX = 16;

const CLOSE = { ul: '</li></ul>', ol: '</li></ol>' } as const;

/** Ends every open list. */
export const closeLists = (lists: Lists): string =>
  lists
    .map(({ tag }) => CLOSE[tag])
    .reverse()
    .join('');

/** Starts an item: the tags in front of its text, and the lists that are open then. */
export function openItem(lists: Lists, item: Item): { readonly html: string; readonly lists: Lists } {
  const tag: Tag = item.start === null ? 'ul' : 'ol';
  const kept = lists.slice(0, depthOf(lists, item.indent));
  const html = closeLists(lists.slice(kept.length));
  const last = kept.at(-1);
  if (last && item.indent >= last.indent + STEP && kept.length < DEPTH_MAX) {
    return { html: html + openTag(item), lists: [...kept, { tag, indent: item.indent }] };
  }
  if (last?.tag === tag) return { html: `${html}</li><li>`, lists: kept };
  const outer = kept.slice(0, -1);
  const indent = last?.indent ?? item.indent;
  return { html: html + (last ? CLOSE[last.tag] : '') + openTag(item), lists: [...outer, { tag, indent }] };
}

/** How many lists stay open for an item: those around the place where its indent puts it. */
function depthOf(lists: Lists, indent: number): number {
  let depth = lists.length;
  while (depth > 1 && indent < (lists[depth - 2]?.indent ?? 0) + STEP) depth--;
  return depth;
}

const openTag = ({ start }: Item): string => (start === null ? '<ul><li>' : `<ol start="${start}"><li>`);
