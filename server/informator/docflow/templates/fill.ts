import { PLACEHOLDERS } from '../../../../contract/route-modes.ts';
import { dayOf } from '../../../text/day.ts';

/** What is known of a document when it is made. */
interface Known {
  readonly num: number;
  /** Milliseconds since the epoch, and where its day is told. */
  readonly at: number;
  readonly timeZone: string;
  readonly author: string;
  /** Empty: it stays to be filled in. */
  readonly counterparty: string;
}

/** A text with what is known in the place of `{{номер}}`, `{{дата}}`, `{{автор}}` and `{{контрагент}}`. */
export function fillPlaceholders(text: string, { num, at, timeZone, author, counterparty }: Known): string {
  const [year, month, day] = dayOf(at, timeZone).split('-');
  const values: Readonly<Record<string, string>> = {
    [PLACEHOLDERS.number]: String(num),
    [PLACEHOLDERS.day]: `${day}.${month}.${year}`,
    [PLACEHOLDERS.author]: author,
    ...(counterparty === '' ? {} : { [PLACEHOLDERS.counterparty]: counterparty }),
  };
  return text.replace(/\{\{[а-яё]+\}\}/gu, (name) => values[name] ?? name);
}
