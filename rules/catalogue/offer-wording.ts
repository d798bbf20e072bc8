// Whether two titles of one part say the same in other letters, and what marks of an offer its name does not repeat.

/** Parts a fact from what one title says of it: «уценка: скол». Filters know the fact alone. */
export const DETAIL_PARTED = ': ';

export const withoutDetail = (fact: string): string => fact.split(DETAIL_PARTED, 1)[0] ?? fact;

/** Letters of one alphabet for those of the other that look alike. */
const TWINS: Readonly<Record<string, string>> = {
  a: 'а',
  b: 'в',
  c: 'с',
  e: 'е',
  h: 'н',
  k: 'к',
  m: 'м',
  o: 'о',
  p: 'р',
  t: 'т',
  x: 'х',
  y: 'у',
};

const WORDS_MAX = 60;

/** The words of a title in small letters of one alphabet; one that is cut short ends with a full stop. */
function wordsOf(title: string): string[] {
  const text = title.slice(0, 400).toLowerCase().replaceAll('ё', 'е');
  const words = text.match(/[\p{L}\p{N}]+\.?/gu) ?? [];
  return words.slice(0, WORDS_MAX).map((word) => {
    const twin = /[а-я]/.test(word) ? word.replace(/[abcehkmoptxy]/g, (letter) => TWINS[letter] ?? letter) : word;
    return /\d\.$/.test(twin) ? twin.slice(0, -1) : twin;
  });
}

const isShort = (word: string): boolean => word.endsWith('.');
const bare = (word: string): string => (isShort(word) ? word.slice(0, -1) : word);

/** «торм.» is «тормозной»; a full stop at the end of a title cuts no word short. */
const meansSame = (one: string, other: string): boolean =>
  bare(one) === bare(other) ||
  (isShort(one) && bare(other).startsWith(bare(one))) ||
  (isShort(other) && bare(one).startsWith(bare(other)));

/** Whether two names of offers hold the same words, in whatever order: letters, signs and words cut short aside. */
export function saySame(one: string, other: string): boolean {
  if (one === other) return true;
  const [words, left] = [wordsOf(one), wordsOf(other)];
  if (words.length !== left.length) return false;
  for (const word of words) {
    const at = left.findIndex((another) => meansSame(word, another));
    if (at === -1) return false;
    left.splice(at, 1);
  }
  return true;
}

/** Marks that are words of the name itself. */
const IN_NAME: ReadonlySet<string> = new Set(['усиленный', 'новый образец', 'старый образец']);

/** The marks of an offer as pages show them beside its name; '' for none. */
export const marksText = (marks: readonly string[]): string =>
  marks.filter((mark) => !IN_NAME.has(withoutDetail(mark))).join(', ');
