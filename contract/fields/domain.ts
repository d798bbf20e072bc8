/** A domain as people read it, in small letters of its own script, and as the network writes it (`xn--…`). */
interface Domain {
  readonly unicode: string;
  readonly ascii: string;
}

/**
 * The one form of a domain, in whichever of its two spellings it was typed: browsers hand over `xn--…` for a name that people
 * write in their own letters. Null when no name server could know it.
 */
export function readDomain(typed: string): Domain | null {
  // Node and browsers alike have the mapping of names (UTS 46) in their addresses only.
  const address = URL.parse(`http://${typed}`);
  if (!address || address.host !== address.hostname) return null;
  const ascii = address.hostname;
  const unicode = ascii.split('.').map(labelOf).join('.');
  // A label that decodes to what browsers would encode otherwise is no valid name.
  return unicode === ascii || URL.parse(`http://${unicode}`)?.hostname === ascii ? { unicode, ascii } : null;
}

const PREFIX = 'xn--';
const labelOf = (label: string) =>
  label.startsWith(PREFIX) ? (decoded(label.slice(PREFIX.length)) ?? '') : label;

/** Numbers of RFC 3492, section 5. */
const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const FIRST_BIAS = 72;
const FIRST_CODE = 128;
const CODE_MAX = 0x10_ff_ff;

const digitOf = (character: string) =>
  /\d/.test(character) ? Number(character) + 26 : character.charCodeAt(0) - 97;

/** RFC 3492, section 6.1. */
function adapted(delta: number, count: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? DAMP : 2));
  rest += Math.floor(rest / count);
  let bias = 0;
  while (rest > ((BASE - T_MIN) * T_MAX) / 2) {
    rest = Math.floor(rest / (BASE - T_MIN));
    bias += BASE;
  }
  return bias + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW));
}

/** RFC 3492, section 6.2; null for a label that is badly made. */
function decoded(label: string): string | null {
  const cut = label.lastIndexOf('-');
  const characters = [...label.slice(0, Math.max(0, cut))];
  const digits = [...label.slice(cut + 1)].values();
  let code = FIRST_CODE;
  let place = 0;
  let bias = FIRST_BIAS;
  for (;;) {
    const former = place;
    let weight = 1;
    for (let k = BASE; ; k += BASE) {
      const { value, done } = digits.next();
      if (done) return k === BASE ? characters.join('') : null;
      const digit = digitOf(value);
      place += digit * weight;
      const threshold = Math.min(T_MAX, Math.max(T_MIN, k - bias));
      if (digit < threshold) break;
      weight *= BASE - threshold;
    }
    const count = characters.length + 1;
    bias = adapted(place - former, count, former === 0);
    code += Math.floor(place / count);
    place %= count;
    if (code > CODE_MAX) return null;
    characters.splice(place, 0, String.fromCodePoint(code));
    place += 1;
  }
}
