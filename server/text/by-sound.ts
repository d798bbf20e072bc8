/** Letters as they are heard in the other alphabet; `''` for one that is not. Longer spellings are tried first. */
const TO_CYRILLIC: Readonly<Record<string, readonly string[]>> = {
  shch: ['щ'],
  sch: ['щ'],
  ya: ['я'],
  ja: ['я'],
  yu: ['ю'],
  ju: ['ю'],
  yo: ['ё'],
  jo: ['ё'],
  ye: ['е'],
  zh: ['ж'],
  kh: ['х'],
  ts: ['ц'],
  tc: ['ц'],
  cz: ['ц'],
  ch: ['ч'],
  sh: ['ш'],
  eh: ['э'],
  b: ['б'],
  c: ['ц'],
  d: ['д'],
  e: ['э'],
  f: ['ф'],
  g: ['г'],
  h: ['х'],
  i: ['и', 'й'],
  j: ['й', 'ж'],
  l: ['л'],
  n: ['н'],
  p: ['п'],
  q: ['я'],
  r: ['р'],
  s: ['с'],
  u: ['у', 'ю'],
  v: ['в'],
  w: ['в'],
  y: ['ы', 'й', 'и'],
  z: ['з'],
};

const TO_LATIN: Readonly<Record<string, readonly string[]>> = {
  дж: ['j'],
  кс: ['x'],
  тс: ['ts'],
  б: ['b'],
  в: ['v', 'w'],
  г: ['g'],
  д: ['d'],
  ж: ['j', 'zh'],
  з: ['z', 's'],
  и: ['i', 'e'],
  й: ['y', 'j', 'i'],
  к: ['k', 'c', 'q'],
  л: ['l'],
  н: ['n'],
  п: ['p'],
  р: ['r'],
  с: ['s', 'c'],
  у: ['u', 'w'],
  ф: ['f'],
  х: ['h'],
  ц: ['c', 'ts'],
  ч: ['ch'],
  ш: ['sh'],
  щ: ['sch'],
  ъ: [''],
  ы: ['y'],
  ь: [''],
  э: ['e', 'a'],
  ю: ['u', 'yu'],
  я: ['ya'],
};

/** Spellings that one article may be given at most. */
const SPELLINGS_MAX = 256;

const longest = (letters: Readonly<Record<string, unknown>>): number =>
  Math.max(...Object.keys(letters).map((spelling) => spelling.length));

/**
 * How an article may be spelt whose letters were typed as they are heard in the other alphabet: in upper case, the
 * whole of it heard before parts of it, without the spelling that was typed, at most SPELLINGS_MAX. None for a text
 * without a letter to be heard otherwise.
 */
export function spellingsBySound(typed: string): string[] {
  const text = typed.toLowerCase();
  const spellings = new Set<string>();
  if (/[a-z]/.test(text)) spell(text, TO_CYRILLIC, spellings);
  if (/[а-яё]/.test(text)) spell(text, TO_LATIN, spellings);
  const upper = new Set([...spellings].map((spelling) => spelling.toUpperCase()));
  upper.delete(typed.toUpperCase());
  return [...upper];
}

function spell(
  text: string,
  letters: Readonly<Record<string, readonly string[]>>,
  spellings: Set<string>,
): void {
  const longestSpelling = longest(letters);
  const walk = (at: number, done: string): void => {
    if (spellings.size >= SPELLINGS_MAX) return;
    if (at >= text.length) {
      spellings.add(done);
      return;
    }
    for (let length = longestSpelling; length > 0; length--) {
      const heard = text.slice(at, at + length);
      if (heard.length < length) continue;
      for (const letter of letters[heard] ?? []) walk(at + length, done + letter);
    }
    walk(at + 1, done + text.charAt(at));
  };
  walk(0, '');
}
