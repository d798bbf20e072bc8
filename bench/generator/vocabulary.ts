import { demoPositions } from '../../server/catalogue/demo/positions.ts';
import { seeded } from '../../server/catalogue/demo/providers.ts';
import { foldText, wordForm } from '../../server/platform/text/words.ts';

/** Distinct terms (word forms as the index keeps them) of the generated catalogue. */
export const VOCABULARY_SIZE = 64_000;

const OPENINGS =
  'б в г д ж з к л м н п р с т ф х ц ч ш бл бр вл гл гр др кл кр пл пр ск сл см сн ст тр фл хр шл шт'.split(' ');
const VOWELS = 'а е и о у ы я ю'.split(' ');
const CLOSINGS = ['', '', '', '', '', '', '', '', 'н', 'р', 'л', 'м', 'т', 'с', 'к', 'в', 'нт', 'рт', 'ст', 'кс'];
const ENDINGS = [
  'ик',
  'ор',
  'ель',
  'ник',
  'ация',
  'ный',
  'овой',
  'ка',
  'очный',
  'альный',
  'итель',
  'ица',
  'ус',
  'ан',
  'оид',
  '',
];
const LATIN_OPENINGS = 'b c d f g h j k l m n p r s t v w z br cr dr fl gr pl st tr'.split(' ');
const LATIN_VOWELS = 'a e i o u'.split(' ');
const LATIN_ENDINGS = ['x', 'tec', 'line', 'pro', 'on', 'ar', 'is', 'max', ''];
/** One word in so many is a make in Latin letters. */
const LATIN_EVERY = 8;
const SEED = 5_077;

/** Words of the demonstration titles, commonest first: the head of the generated vocabulary. */
function commonWords(): string[] {
  const counts = new Map<string, number>();
  for (const { title } of demoPositions()) {
    for (const word of foldText(title).match(/[а-я]{3,}|[a-z]{3,}/g) ?? []) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  return [...counts].sort(([, first], [, second]) => second - first).map(([word]) => word);
}

function makeVocabulary(): string[] {
  const random = seeded(SEED);
  const forms = new Set<string>();
  const words: string[] = [];
  const add = (word: string): void => {
    const form = wordForm(word);
    if (forms.has(form)) return;
    forms.add(form);
    words.push(word);
  };
  for (const word of commonWords()) add(word);
  while (words.length < VOCABULARY_SIZE) {
    const latin = words.length % LATIN_EVERY === 0;
    const syllables = Array.from({ length: random.int(2, 3) }, () =>
      latin
        ? random.pick(LATIN_OPENINGS) + random.pick(LATIN_VOWELS)
        : random.pick(OPENINGS) + random.pick(VOWELS) + random.pick(CLOSINGS),
    );
    add(syllables.join('') + random.pick(latin ? LATIN_ENDINGS : ENDINGS));
  }
  return words;
}

let made: readonly string[] | undefined;

/** Terms from the commonest to the rarest: real words of the trade first, then words made of syllables; always the same. */
export function vocabulary(): readonly string[] {
  made ??= makeVocabulary();
  return made;
}

/**
 * How far the commonest ranks are flattened, and how fast frequency falls (Zipf–Mandelbrot): 24,000 titles hold about
 * 11,000 different words, as real price lists do.
 */
const FLATTEN = 20;
const EXPONENT = 1.3;

/** A rank from 0 to `size - 1`, by the Zipf–Mandelbrot law; `chance` is from 0 to 1. */
export function zipfRank(chance: number, size: number): number {
  const power = 1 - EXPONENT;
  const from = (FLATTEN + 1) ** power;
  const to = (FLATTEN + 1 + size) ** power;
  const at = (from + chance * (to - from)) ** (1 / power) - FLATTEN - 1;
  return Math.min(size - 1, Math.max(0, Math.floor(at)));
}
