// Merges two states of a text that two users changed at the same time; what both changed is left to their choice.
import { diffArrays } from 'diff';
import { segmentsOf } from '../../../rules/markdown/index.ts';

/** Which state of a place that two people changed is taken. */
export type Side = 'mine' | 'theirs' | 'both';

/** A place that two people changed otherwise; '' where one of them took it out. */
export interface Overlap {
  readonly mine: string;
  readonly theirs: string;
  /** Whether both may stand, one below the other. */
  readonly joins: boolean;
}

/** Two states brought together: what overlaps waits for a choice. */
export interface Merged<T> {
  readonly overlaps: readonly Overlap[];
  /** The whole with a choice for every overlap, in their order. */
  take(choices: readonly Side[]): T;
}

/** A change of the common state: tokens from `start` to `end` become these. */
interface Hunk {
  readonly start: number;
  readonly end: number;
  readonly tokens: readonly string[];
}

const TIMEOUT_MS = 400;

/** The parts of a text and what stands between them, by turns; together they are the text. */
function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  let at = 0;
  for (const { start, end } of segmentsOf(text)) {
    tokens.push(text.slice(at, start), text.slice(start, end));
    at = end;
  }
  return [...tokens, text.slice(at)].filter((token) => token !== '');
}

/** What turns one list of tokens into another; too little in common makes one change of all. */
function hunksOf(base: readonly string[], other: readonly string[]): Hunk[] {
  const changes = diffArrays([...base], [...other], { timeout: TIMEOUT_MS });
  if (!changes) return [{ start: 0, end: base.length, tokens: other }];
  const hunks: Hunk[] = [];
  let at = 0;
  let open: { start: number; end: number; tokens: string[] } | null = null;
  for (const { added, removed, value } of changes) {
    if (!added && !removed) {
      at += value.length;
      open = null;
      continue;
    }
    if (!open) {
      open = { start: at, end: at, tokens: [] };
      hunks.push(open);
    }
    if (removed) {
      at += value.length;
      open.end = at;
    } else open.tokens.push(...value);
  }
  return hunks;
}

/** Whether two changes are of one place; such as only touch are not. */
const overlap = (one: Hunk, other: Hunk): boolean =>
  (one.start < other.end && other.start < one.end) ||
  (one.start === one.end && other.start === other.end && one.start === other.start);

const sameHunk = (one: Hunk, other: Hunk): boolean =>
  one.start === other.start && one.end === other.end && one.tokens.join('') === other.tokens.join('');

interface Place {
  start: number;
  end: number;
  readonly mine: Hunk[];
  readonly theirs: Hunk[];
}

const hunkOf = ({ start, end }: Place): Hunk => ({ start, end, tokens: [] });

/** The places that were changed, in reading order. */
function placesOf(mine: readonly Hunk[], theirs: readonly Hunk[]): Place[] {
  const all = [
    ...mine.map((hunk) => ({ hunk, side: 'mine' as const })),
    ...theirs.map((hunk) => ({ hunk, side: 'theirs' as const })),
  ].sort((one, other) => one.hunk.start - other.hunk.start || one.hunk.end - other.hunk.end);
  const places: Place[] = [];
  for (const { hunk, side } of all) {
    const last = places.at(-1);
    const place =
      last && overlap(hunkOf(last), hunk) ? last : { start: hunk.start, end: hunk.end, mine: [], theirs: [] };
    if (place !== last) places.push(place);
    place.end = Math.max(place.end, hunk.end);
    place[side].push(hunk);
  }
  return places;
}

/** A place of the common state with the changes of one side. */
function changed(base: readonly string[], { start, end }: Place, hunks: readonly Hunk[]): string {
  const pieces: string[] = [];
  let at = start;
  for (const hunk of hunks) {
    pieces.push(...base.slice(at, hunk.start), ...hunk.tokens);
    at = hunk.end;
  }
  return [...pieces, ...base.slice(at, end)].join('');
}

const chosen = ({ mine, theirs }: Overlap, side: Side): string => {
  if (side !== 'both') return side === 'mine' ? mine : theirs;
  const [upper, lower] = [theirs.trimEnd(), mine.replace(/^\n+/, '')];
  return [theirs.match(/^\n*/)?.[0] ?? '', upper.replace(/^\n+/, ''), '\n\n', lower].join('');
};

/** Merges two states of a text part by part (paragraphs, lists, tables); parts changed by both are overlaps. */
export function mergeTexts(base: string, mine: string, theirs: string): Merged<string> {
  const tokens = tokensOf(base);
  const pieces: (string | Overlap)[] = [];
  let at = 0;
  for (const place of placesOf(hunksOf(tokens, tokensOf(mine)), hunksOf(tokens, tokensOf(theirs)))) {
    pieces.push(tokens.slice(at, place.start).join(''));
    at = place.end;
    const [one] = place.mine;
    const [other] = place.theirs;
    const isSame = place.mine.length === 1 && place.theirs.length === 1 && one && other && sameHunk(one, other);
    if (!one || !other || isSame) pieces.push(changed(tokens, place, one ? place.mine : place.theirs));
    else {
      const [ours, others] = [changed(tokens, place, place.mine), changed(tokens, place, place.theirs)];
      pieces.push(ours === others ? ours : { mine: ours, theirs: others, joins: true });
    }
  }
  pieces.push(tokens.slice(at).join(''));
  return {
    overlaps: pieces.filter((piece) => typeof piece !== 'string'),
    take(choices) {
      let next = 0;
      return pieces
        .map((piece) => (typeof piece === 'string' ? piece : chosen(piece, choices[next++] ?? 'mine')))
        .join('');
    },
  };
}

/** Brings two states of a value together that is changed as a whole. */
export function mergeWhole<T>(base: T, mine: T, theirs: T, shown: (value: T) => string): Merged<T> {
  const isSettled = mine === theirs || mine === base || theirs === base;
  return {
    overlaps: isSettled ? [] : [{ mine: shown(mine), theirs: shown(theirs), joins: false }],
    take: ([side]) => (isSettled ? (mine === base ? theirs : mine) : side === 'theirs' ? theirs : mine),
  };
}

/** Brings the fields of two states together, each in its own way. */
export function mergeFields<T extends object>(fields: { readonly [Name in keyof T]: Merged<T[Name]> }): Merged<T> {
  const names = Object.keys(fields) as (keyof T)[];
  return {
    overlaps: names.flatMap((name) => fields[name].overlaps),
    take(choices) {
      let at = 0;
      const taken = names.map((name) => {
        const { overlaps, take } = fields[name];
        const from = at;
        at += overlaps.length;
        return [name, take(choices.slice(from, at))];
      });
      return Object.fromEntries(taken) as T;
    },
  };
}

/** A text with the line ends of a text field: forms and older programs send others. */
export const withPlainLineEnds = (text: string): string => text.replace(/\r\n?/g, '\n');
