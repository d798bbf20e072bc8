// Names of parts and machines that the reader knows: by what a person types of them.
import { foldSearch } from '../../platform/text/fold-search.ts';
import { theLexicon } from './lexicon.ts';
import { type Kind, keyOfPieces, type Machine, wordsOfForm } from './lexicon-data.ts';
import { piecesOf } from './pieces.ts';

export type NameSort = 'part' | 'machine';

export interface PartNames {
  /** The name that was meant; null where the reader knows none such. */
  readonly name: string | null;
  /** Names that hold what was typed, those that begin so first. */
  readonly containing: readonly string[];
  /** Names that look most like it. */
  readonly near: readonly string[];
}

const CONTAINING_MAX = 20;
const NEAR_MAX = 5;
/** Pieces of three letters that two names share, of all that they have. */
const NEAR_MIN = 0.3;

/** What a name or another form of it means; null for a text that means nothing, or several machines. */
export function nameOf(sort: NameSort, text: string): { readonly part: Kind } | { readonly machine: Machine } | null {
  const lexicon = theLexicon();
  if (sort === 'part') {
    const part = lexicon.kinds.get(text) ?? lexicon.kindOfWords(wordsOfForm(text));
    return part ? { part } : null;
  }
  const exact = lexicon.machineNamed(text);
  if (exact) return { machine: exact };
  const [machine, other] = lexicon.machinesOf(keyOfPieces(piecesOf(text))).filter(({ isUnlikely }) => !isUnlikely);
  return machine && !other ? { machine: machine.machine } : null;
}

/** What a person may have meant by a text. */
export function partNames(sort: NameSort, text: string): PartNames {
  const lexicon = theLexicon();
  const names = sort === 'part' ? lexicon.kinds.keys() : lexicon.machineNames();
  const named = nameOf(sort, text.trim());
  const folded = foldSearch(text);
  const words = folded.split(' ');
  const wanted = trigramsOf(folded);
  const containing: { name: string; isStart: boolean }[] = [];
  const near: { name: string; likeness: number }[] = [];
  for (const name of names) {
    const other = foldSearch(name);
    if (folded !== '' && words.every((word) => other.includes(word)))
      containing.push({ name, isStart: other.startsWith(folded) });
    const likeness = likenessOf(wanted, other);
    if (likeness >= NEAR_MIN) near.push({ name, likeness });
  }
  containing.sort((one, other) => Number(other.isStart) - Number(one.isStart) || one.name.length - other.name.length);
  near.sort((one, other) => other.likeness - one.likeness || one.name.length - other.name.length);
  return {
    name: named && ('part' in named ? named.part.name : named.machine.name),
    containing: containing.slice(0, CONTAINING_MAX).map(({ name }) => name),
    near: near.slice(0, NEAR_MAX).map(({ name }) => name),
  };
}

function trigramsOf(text: string): Set<string> {
  const padded = ` ${text} `;
  const trigrams = new Set<string>();
  for (let at = 0; at + 3 <= padded.length; at++) trigrams.add(padded.slice(at, at + 3));
  return trigrams;
}

/** Twice the shared trigrams of all of both. */
function likenessOf(wanted: ReadonlySet<string>, name: string): number {
  const padded = ` ${name} `;
  const all = Math.max(1, padded.length - 2);
  let shared = 0;
  for (let at = 0; at + 3 <= padded.length; at++) if (wanted.has(padded.slice(at, at + 3))) shared++;
  return (2 * shared) / (wanted.size + all);
}
