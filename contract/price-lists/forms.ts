// What is sent about presets (saved layouts of a supplier's price list) and by accounting programs that exchange
// positions.
import { asRecord, type Field, type Form, ifSent, Refusal } from '../fields/field.ts';
import { referenceTitle } from '../fields/text.ts';
import { idField, readJson } from '../fields/values.ts';

const FIELDS_MAX = 100;
const FIELD_CHARACTERS_MAX = 20_000;
const HEADERS_MAX = 512;
const HEADER_CHARACTERS_MAX = 300;
const FIELD_NAME = /^[a-zA-Z_]{1,40}$/;

/** A value that a form sends as JSON text and JSON sends as it is. */
const parsed = (value: unknown): unknown => (typeof value === 'string' ? readJson(value) : value);

const presetFields: Field<Readonly<Record<string, string>>> = {
  schema: {
    anyOf: [
      { type: 'object', additionalProperties: { type: 'string', maxLength: FIELD_CHARACTERS_MAX } },
      { type: 'string' },
    ],
    description: 'Fields of the upload form by their names, or the same as JSON text',
    examples: [{ article: '2', title: '3', price: '5' }],
  },
  read: (value) => {
    const fields = asRecord(parsed(value));
    const entries = Object.entries(fields ?? {});
    const isRight = entries.every(
      ([name, text]) => FIELD_NAME.test(name) && typeof text === 'string' && text.length <= FIELD_CHARACTERS_MAX,
    );
    if (!fields || !isRight || entries.length > FIELDS_MAX) return new Refusal('invalid preset fields');
    return Object.fromEntries(entries) as Record<string, string>;
  },
};

/** The texts of the header of a file, one a column; empty where unknown. */
const presetHeaders: Field<readonly string[]> = {
  schema: {
    anyOf: [
      { type: 'array', items: { type: 'string', maxLength: HEADER_CHARACTERS_MAX }, maxItems: HEADERS_MAX },
      { type: 'string' },
    ],
    description: 'Headings of the columns in their order, or the same as JSON text',
    examples: [['Артикул', 'Наименование', 'Цена']],
  },
  read: (value) => {
    if (value === undefined || value === '') return [];
    const headers = parsed(value);
    const isRight =
      Array.isArray(headers) &&
      headers.length <= HEADERS_MAX &&
      headers.every((text) => typeof text === 'string' && text.length <= HEADER_CHARACTERS_MAX);
    return isRight ? (headers as string[]) : new Refusal('invalid preset headers');
  },
};

const name = referenceTitle('invalid preset name', 'Розница, без остатков');

export const PRESET_FORM = {
  providerId: idField('provider not found', 'Id of a provider'),
  name,
  fields: presetFields,
  headers: presetHeaders,
} satisfies Form;
export const PRESET_CHANGE_FORM = {
  name: ifSent(name),
  fields: ifSent(presetFields),
  headers: ifSent(presetHeaders),
} satisfies Form;

/** The items of an accounting program: a text that is a JSON array itself. */
const exchangeItems: Field<readonly unknown[]> = {
  schema: {
    type: 'string',
    description: 'A JSON array of items as text: id, code, article, name, manufacturer, sizes, storage',
    examples: ['[{"article":"740.1003010","name":"Головка блока","storage":[{"amount":4}]}]'],
  },
  read: (given) => {
    if (typeof given !== 'string' || given.trim() === '') return new Refusal('data is empty');
    const items = readJson(given);
    return Array.isArray(items) ? items : new Refusal('bad json');
  },
};

/** What an accounting program sends to POST /ut/upload. */
export const EXCHANGE_FORM = { json_data: exchangeItems } satisfies Form;

/** The id of a kind of prices, as the accounting program gave it. */
const priceKindId: Field<string> = {
  schema: { type: 'string', maxLength: 250, description: 'Id of a kind of prices', examples: ['bd72d8f9-55bc-11d9'] },
  read: (value) => (typeof value === 'string' && value.length <= 250 ? value : new Refusal('price kind not found')),
};

/** The choice of a kind of prices. */
export const PRICE_KIND_FORM = { id: priceKindId } satisfies Form;
