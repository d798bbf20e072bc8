/** What every run draws anew: ids of accounts, names of files, tokens. */
const DRAWN =
  /eyJ[\w-]+\.[\w-]+\.[\w-]+|\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b|\b[0-9a-f]{24}\b|\b(?=[\w-]*\d)(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{20,}\b/g;
/** How long something took, in answers. */
const TOOK = /"time":[\d.]+/g;

/** The port that was free. */
const PORT = /(127\.0\.0\.1:)\d+/g;

/** Puts signs in the place of what differs from run to run, the same sign for the same text, and takes them back. */
export interface Masks {
  /** Of an answer: texts that were never seen get the next sign. */
  hide(text: string): string;
  /** Of a call that shall be kept: only texts that an answer has shown. */
  hideKnown(text: string): string;
  /** Of a kept call: what this run has in the place of the signs. */
  show(text: string): string;
}

export function createMasks(): Masks {
  const signs = new Map<string, string>();
  const texts = new Map<string, string>();
  const signOf = (text: string): string => {
    const known = signs.get(text);
    if (known) return known;
    const sign = `<${signs.size + 1}>`;
    signs.set(text, sign);
    texts.set(sign, text);
    return sign;
  };
  return {
    hide: (text) => text.replace(DRAWN, signOf).replace(TOOK, '"time":0').replace(PORT, '$1<port>'),
    hideKnown: (text) => text.replace(DRAWN, (drawn) => signs.get(drawn) ?? drawn),
    show: (text) => text.replace(/<\d+>/g, (sign) => texts.get(sign) ?? sign),
  };
}
