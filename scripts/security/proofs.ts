/** A test that proves items of the list. */
export interface Proof {
  readonly items: readonly number[];
  /** Its name without the numbers. */
  readonly name: string;
  /** Its file from the root of the project. */
  readonly file: string;
}

const NUMBERS = /\(?\bsecurity (\d+(?:-\d+)?(?:, \d+(?:-\d+)?)*)\)?:? ?/;
/** A text between quotes that says which items it proves. */
const NAMED = /(['`])((?:\\.|(?!\1)[^\\\n])*\bsecurity \d(?:\\.|(?!\1)[^\\\n])*)\1/g;

/** The tests in a file that name items, in their order; each name once. */
export function proofsIn(file: string, source: string): Proof[] {
  const proofs = new Map<string, Proof>();
  for (const [, , text = ''] of source.matchAll(NAMED)) {
    const numbers = NUMBERS.exec(text)?.[1];
    if (!numbers) continue;
    const name = text
      .replace(NUMBERS, '')
      .replaceAll(/\$\{[^}]*\}|%s/g, '…')
      .replaceAll('\\', '')
      .trim();
    if (!proofs.has(name)) proofs.set(name, { items: itemsOf(numbers), name, file });
  }
  return [...proofs.values()];
}

/** `1, 16-18` as numbers. */
function itemsOf(numbers: string): number[] {
  return numbers.split(', ').flatMap((part) => {
    const [first = 0, last = first] = part.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, place) => first + place);
  });
}
