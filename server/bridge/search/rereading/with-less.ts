import type { SearchNote } from '../../../../contract/bridge.ts';
import type { Reread } from './reread.ts';
import { firstOption, isStop, type Resolved, stopNotes } from './resolve.ts';

/** Rereadings with words left out that are tried. */
const TRIES_MAX = 12;
/** A word shorter than this says too little to be left alone. */
const ALONE_MIN = 3;

/**
 * The query without its least telling words: without those that no position holds, then without one of the others, the
 * commonest first, then without two; the part itself, which is named before makers and sizes, goes last. What is left
 * always holds a word or an article by which something can be found, and the last reading is one such word alone.
 */
export function* withLess(segments: readonly Resolved[]): Generator<Reread> {
  const telling = segments.filter((segment) => !isStop(segment));
  const known = telling.filter((segment) => firstOption(segment).count > 0);
  const without = (left: readonly Resolved[]): Reread => {
    const dropped = telling.filter((segment) => !left.includes(segment));
    const notes: SearchNote[] = [
      ...stopNotes(segments),
      ...left.flatMap((segment): SearchNote[] =>
        firstOption(segment).text === segment.typed
          ? []
          : [{ kind: 'meaning', text: segment.typed, means: firstOption(segment).text }],
      ),
      ...dropped.map(({ typed }): SearchNote => ({ kind: 'dropped', text: typed })),
    ];
    return { text: left.map((segment) => firstOption(segment).text).join(' '), notes };
  };
  let tries = 0;
  for (const left of subsets(known)) {
    if (left.length === telling.length) continue;
    if (++tries > TRIES_MAX) break;
    if (left.some(isTelling)) yield without(left);
  }
  // Of many words not every choice is tried, but one alone is always found.
  const alone = partOf(known.filter(isTelling)) ?? known.find(isTelling);
  if (alone && telling.length > 1) yield without([alone]);
}

/**
 * All of them, then all but one, all but two…, what is commonest left out first. The part itself stays as long as
 * anything else can go.
 */
function* subsets(known: readonly Resolved[]): Generator<Resolved[]> {
  const part = partOf(known);
  const others = known.filter((segment) => segment !== part);
  others.sort((one, other) => firstOption(other).count - firstOption(one).count);
  for (let count = 0; count <= others.length; count++) {
    if (count === known.length) break;
    for (const dropped of choices(others, count)) yield known.filter((one) => !dropped.includes(one));
  }
  if (part && others.length > 0) yield known.filter((segment) => segment !== part);
}

/** What is asked for: people name it before its maker and its sizes. */
const partOf = (known: readonly Resolved[]): Resolved | undefined =>
  known.find((segment) => !segment.hasDigits && !isName(segment));

/** Makers and models; what is written in Latin letters in a Russian query is one too. */
const isName = (segment: Resolved): boolean =>
  segment.meaning?.isName === true || /^[a-z\s-]+$/i.test(firstOption(segment).text);

/** Every choice of so many items, those of the first items first. */
function* choices<T>(items: readonly T[], count: number): Generator<T[]> {
  if (count === 0) {
    yield [];
    return;
  }
  for (const [at, item] of items.entries()) {
    for (const others of choices(items.slice(at + 1), count - 1)) yield [item, ...others];
  }
}

const isTelling = (segment: Resolved): boolean =>
  segment.hasDigits ? segment.typed.length > ALONE_MIN : firstOption(segment).text.length >= ALONE_MIN;
