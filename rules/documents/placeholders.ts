// Placeholders in the texts of a template: what stands in their place in a document, which are unknown, and how a
// document made from one becomes a sample for the next. For server and browser.
import { PLACEHOLDERS } from '../../contract/documents/words.ts';

export type PlaceholderName = keyof typeof PLACEHOLDERS;

/** What is known of a document; missing: its placeholder stays. */
export type PlaceholderValues = Readonly<Partial<Record<PlaceholderName, string>>>;

const NAMES = Object.keys(PLACEHOLDERS) as readonly PlaceholderName[];
const KNOWN: ReadonlySet<string> = new Set(Object.values(PLACEHOLDERS));

/** A text with values in the places of their placeholders. */
export const fillPlaceholders = (text: string, values: PlaceholderValues): string =>
  text.replace(/\{\{[а-яё]+\}\}/gu, (found) => {
    const name = NAMES.find((one) => PLACEHOLDERS[one] === found);
    return (name && values[name]) || found;
  });

/** What looks like a placeholder and stays in every document, each once. */
export const unknownPlaceholders = (text: string): string[] => [
  ...new Set([...text.matchAll(/\{\{[^{}\n]{1,60}\}\}/gu)].map(([found]) => found).filter((one) => !KNOWN.has(one))),
];

/** A text of a template, and of a document that may have been made from it. */
interface Made {
  readonly template: string;
  readonly text: string;
}

/** The counterparty of a document, where one of its texts is what the template made; null: it cannot be known. */
export function counterpartyOf(texts: readonly Made[], values: PlaceholderValues): string | null {
  for (const { template, text } of texts) {
    const [start = '', next, ...rest] = fillPlaceholders(template, values).split(PLACEHOLDERS.counterparty);
    if (next === undefined || !text.startsWith(start)) continue;
    const end = rest.length === 0 ? text.length - next.length : next === '' ? -1 : text.indexOf(next, start.length);
    const name = end > start.length ? text.slice(start.length, end) : '';
    if (name !== '' && [start, next, ...rest].join(name) === text) return name;
  }
  return null;
}

/** The shortest name that is looked for in a text: a shorter one is part of other words. */
const NAME_MIN = 3;

interface Renewed {
  readonly text: string;
  /** What will be filled in anew. */
  readonly names: readonly PlaceholderName[];
}

/**
 * A text of a sample with placeholders where values of the sample stood: the text of the template where that made it,
 * else the sample's with its number after «№», its day and whole names replaced.
 */
export function renewedText({ template, text }: Made, values: PlaceholderValues): Renewed {
  if (template !== '' && fillPlaceholders(template, values) === text)
    return { text: template, names: namesIn(template) };
  let renewed = text;
  const replace = (value: string, name: PlaceholderName) => {
    if (value.length >= NAME_MIN) renewed = renewed.split(value).join(PLACEHOLDERS[name]);
  };
  replace(values.counterparty ?? '', 'counterparty');
  replace(values.author ?? '', 'author');
  replace(values.day ?? '', 'day');
  if (values.number && /^\d{1,15}$/.test(values.number))
    renewed = renewed.replace(new RegExp(`(№[ \\u00a0]?)${values.number}(?!\\d)`, 'gu'), `$1${PLACEHOLDERS.number}`);
  return {
    text: renewed,
    names: NAMES.filter((name) => renewed.split(PLACEHOLDERS[name]).length > text.split(PLACEHOLDERS[name]).length),
  };
}

const namesIn = (text: string) => NAMES.filter((name) => text.includes(PLACEHOLDERS[name]));
