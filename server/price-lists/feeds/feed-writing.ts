import { BRIDGE } from '../../../contract/api.ts';
import { routeLinks } from '../../../rules/routes.ts';
import { IS_SHOWN } from '../../catalogue/context/position.ts';
import type { JobConnection } from '../../platform/database/types.ts';
import { selectRows } from '../price-list/rows.ts';

/** What the feeds say of the shop itself; plain values, they travel to the thread that writes the files. */
export interface Shop {
  readonly name: string;
  /** Address of the site, without a slash at the end. */
  readonly address: string;
  /** Where this service is reached from outside, for its pictures. */
  readonly serviceAddress: string;
}

/** Address of the page of a position. */
export const productAddress = ({ address }: Shop, alias: string): string => address + routeLinks.product(alias);

/** Address of a stored photo. */
export const photoAddress = ({ serviceAddress }: Shop, photo: string): string =>
  `${serviceAddress}${BRIDGE}/card/photo/${encodeURIComponent(photo)}`;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** A text as the content of an element or attribute of XML 1.0: markup escaped, what no XML can hold left out. */
const xml = (text: string): string =>
  text
    .toWellFormed()
    .replace(UNWRITABLE, '')
    .replace(/[&<>"']/g, (mark) => ENTITIES[mark] ?? '');

/** An element with a text. */
export const element = (name: string, text: string | number): string => `<${name}>${xml(String(text))}</${name}>`;

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Positions read at a time. */
const PAGE = 5_000;

/**
 * Rows of positions that visitors see in pages, the oldest first, by key and so at the same pace at any depth. `columns` names the id
 * first; `condition` holds no text from outside.
 */
export async function* positionPages<Row extends { readonly id: number }>(
  connection: JobConnection,
  columns: string,
  condition: string,
  signal: AbortSignal,
  after = 0,
): AsyncGenerator<Row[]> {
  let last = after;
  while (true) {
    signal.throwIfAborted();
    const page = await selectRows<Row>(
      connection,
      `SELECT ${columns} FROM positions WHERE id > ${last} AND ${IS_SHOWN} AND ${condition} ORDER BY id LIMIT ${PAGE}`,
    );
    const end = page.at(-1);
    if (!end) return;
    last = end.id;
    yield page;
  }
}
