// The name of a person as a field of requests: normalised, legible, without addresses.
import { NAME_MAX, UNITS_PER_CHARACTER } from '../limits.ts';
import { type Field, Refusal } from './field.ts';
import { isLegible } from './text.ts';

/** Two letters or digits in a row, in any script. */
const NAME = /[\p{L}\p{N}]\p{M}*[\p{L}\p{N}]/u;

/**
 * Parts that mail programs turn into a link, or that read as an address: unknown users choose names, and our mails
 * would carry the link. Initials before a surname are allowed. Each pattern takes linear time.
 */
const ADDRESSES: readonly RegExp[] = [
  /@|\/\/|www[.。]/iu,
  /[\p{L}\p{N}-]{2}[.。](?:[a-z]{2}|xn--)/iu,
  /[\p{L}\p{N}][.。](?:me|co|cc|ru|io|com|net|org|link|site)(?![\p{L}\p{N}])/iu,
  /[\p{L}\p{N}-][.。](?:рф|рус|дети|москва|онлайн|сайт|орг|ком|бел|укр|қаз|срб|мкд|бг|ею)(?![\p{L}\p{N}])/iu,
  /\d[.。]\d{1,3}[.。]\d{1,3}[.。]\d/u,
];

const holdsAddress = (name: string): boolean => ADDRESSES.some((address) => address.test(name));

/** Trimmed, NFKC, one line, each character to be seen, no addresses; null: none given, undefined: not a name. */
export function readName(value: unknown): string | null | undefined {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string' || value.length > NAME_MAX * UNITS_PER_CHARACTER) return undefined;
  const name = value.toWellFormed().normalize('NFKC').trim();
  if (name === '') return null;
  if (!isLegible(name) || [...name].length > NAME_MAX) return undefined;
  return NAME.test(name) && !holdsAddress(name) ? name : undefined;
}

const schema = {
  type: ['string', 'null'],
  description: `A name of at most ${NAME_MAX} characters in one line, each of them to be seen; no addresses or links`,
  examples: ['Анна Волкова'],
};

export const accountName: Field<string | null> = {
  schema,
  read: (value) => {
    const name = readName(value);
    return name === undefined ? new Refusal('incorrect name') : name;
  },
};

/** The name of a profile: null removes it, undefined leaves it as it is. */
export const profileName: Field<string | null | undefined> = {
  schema: { ...schema, description: `${schema.description}; an empty one removes it` },
  read: (value) => {
    if (value === undefined || value === null) return value;
    if (typeof value !== 'string') return new Refusal('invalid name');
    const name = value.toWellFormed().normalize('NFC').trim();
    // A line break would become a header of a mail, and hidden characters would let users impersonate others.
    if (!isLegible(name) || [...name].length > NAME_MAX || holdsAddress(name.normalize('NFKC')))
      return new Refusal('invalid name');
    return name === '' ? null : name;
  },
};
