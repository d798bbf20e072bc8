import { withoutUnseen } from '../../contract/fields/legible.ts';
import { otherLayouts } from '../text/layout.ts';

/**
 * The passwords that guessers try first, in lower case, from many published leaks
 * (https://github.com/zxcvbn-ts/zxcvbn, packages/languages/common). Loaded when the first new password is looked at.
 */
async function loadList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set<string>(dictionary['passwords-common']);
}

let list: Promise<ReadonlySet<string>> | null = null;

/** Signs that are typed in the place of letters. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  $: 's',
  '@': 'a',
};
/** What guessers put behind a word, or before it: a year and two signs. */
const DECORATION_MAX = 6;
/** The shortest word that counts with something around it; shorter ones begin good passwords by chance. */
const DECORATED_MIN = 5;
const DECORATED = /^[^\p{L}]*(\p{L}(?:.*\p{L})?)[^\p{L}]*$/u;

/**
 * Whether a password is on the list, whatever its case, the layout of the keyboard and characters that nobody sees, with
 * signs in the place of letters, said twice, or with a few digits and signs around it: guessers try all of these.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  list ??= loadList();
  const known = await list;
  const folded = withoutUnseen(password).trim().toLowerCase();
  return [folded, ...otherLayouts(folded)].flatMap(variantsOf).some((variant) => known.has(variant));
}

function variantsOf(text: string): string[] {
  const half = text.slice(0, text.length / 2);
  const whole = [text, withLetters(text), ...(half + half === text ? [half] : [])];
  return [...whole, ...whole.flatMap(undecorated)];
}

const withLetters = (text: string) => text.replace(/[01345$@]/g, (sign) => LOOKALIKES[sign] ?? sign);

/** The word within digits and signs, where these are few. */
function undecorated(text: string): string[] {
  const word = DECORATED.exec(text)?.[1] ?? '';
  return word.length >= DECORATED_MIN && text.length - word.length <= DECORATION_MAX
    ? [word, withLetters(word)]
    : [];
}
