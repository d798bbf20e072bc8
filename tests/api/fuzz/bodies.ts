import type { Dice } from './dice.ts';
import type { Operation } from './operations.ts';
import { anyValue, type Known, textOf } from './values.ts';

/** Bytes of a body with their declared type; null: none. */
export interface Body {
  readonly type: string | null;
  readonly bytes: Buffer;
}

/** Names of forms with files, which the reference of a route does not list. */
const FORM_FIELDS = [
  'title',
  'description',
  'text',
  'isPublic',
  'directingId',
  'taskId',
  'acceptor[1]',
  'recipient[1]',
  'brandId',
  'providerId',
  'startRow',
  'endRow',
  'article',
  'price',
  'amount',
  'uploadId',
  'addNewPositionMode',
];
const FILE_FIELDS = ['scans', 'images', 'photo', 'file', 'other'];
const ODD_NAMES = ['__proto__', 'constructor', 'a[b][c]', 'a[__proto__][x]', '[]', 'id', 'uid', 'rank', '', '\0'];
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const FILES: readonly Buffer[] = [
  PNG,
  PNG.subarray(0, 40),
  Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'),
  Buffer.from('<html><script>alert(1)</script>'),
  Buffer.from('PK\u0003\u0004not a workbook'),
  Buffer.alloc(0),
  Buffer.alloc(3_000, 0xff),
];
const FILE_NAMES = ['а.png', '', '../../x.png', 'CON', 'x.xlsx', 'x\0.pdf', 'й'.repeat(300), 'x.html', '"'];

const json = (value: unknown): Body => ({ type: 'application/json', bytes: Buffer.from(JSON.stringify(value) ?? '') });

/** Bodies that are not what they say. */
const BROKEN: readonly Body[] = [
  { type: 'application/json', bytes: Buffer.from('{"title":') },
  { type: 'application/json', bytes: Buffer.from('{"title":"а","title":1,"title":["б"]}') },
  { type: 'application/json', bytes: Buffer.from('{"__proto__":{"rank":"admin"},"constructor":{"prototype":{}}}') },
  { type: 'application/json', bytes: Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d]) },
  { type: 'application/json', bytes: Buffer.from('[') },
  { type: 'application/json', bytes: Buffer.from('['.repeat(20_000)) },
  { type: 'application/json', bytes: Buffer.from('1e999') },
  { type: 'application/json', bytes: Buffer.from('"текст"') },
  { type: 'application/json', bytes: Buffer.from('null') },
  { type: 'application/json', bytes: Buffer.alloc(0) },
  { type: 'application/json; charset=utf-16', bytes: Buffer.from('{}', 'utf16le') },
  { type: 'application/x-www-form-urlencoded', bytes: Buffer.from('a=%zz&%=%&&&=&a[=1&a]=2&a[b]=1&a=2') },
  { type: 'application/x-www-form-urlencoded', bytes: Buffer.from('a=1&'.repeat(5_000)) },
  { type: 'application/x-www-form-urlencoded', bytes: Buffer.from(`a${'[b]'.repeat(500)}=1`) },
  { type: 'multipart/form-data', bytes: Buffer.from('--x\r\n') },
  { type: 'multipart/form-data; boundary=x', bytes: Buffer.from('--x\r\nContent-Disposition: form-data\r\n\r\n') },
  { type: 'multipart/form-data; boundary=x', bytes: Buffer.from('no boundary here') },
  { type: 'text/plain', bytes: Buffer.from('title=a') },
  { type: 'application/xml', bytes: Buffer.from('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>') },
  { type: ';;;', bytes: Buffer.from('{}') },
  { type: null, bytes: Buffer.from('{"title":"а"}') },
];

/** A body for a route: fields it knows with values good and bad, in any encoding, or something broken. */
export function bodyOf(dice: Dice, operation: Operation, known: Known): Body | null {
  if (!operation.changes || (!known.isSensible && dice.once(15))) return null;
  const kind = dice.roll(operation.fields.length > 0 ? 20 : 30);
  if (kind < 3 && !known.isSensible) return dice.of(BROKEN);
  if (kind < 12) return json(Object.fromEntries(named(dice, operation).map((name) => [name, anyValue(dice, known)])));
  if (kind < 16) return urlencoded(dice, operation, known);
  return multipart(dice, operation, known);
}

function named(dice: Dice, { fields }: Operation): string[] {
  const own = fields.length > 0 ? fields : FORM_FIELDS;
  const names = own.filter(() => !dice.once(4));
  return dice.once(6) ? [...names, dice.of(ODD_NAMES)] : names;
}

function urlencoded(dice: Dice, operation: Operation, known: Known): Body {
  const fields = named(dice, operation).flatMap((name): [string, string][] => {
    const value: [string, string] = [dice.once(8) ? `${name}[x]` : name, textOf(dice, known)];
    return dice.once(8) ? [value, value] : [value];
  });
  return { type: 'application/x-www-form-urlencoded', bytes: Buffer.from(new URLSearchParams(fields).toString()) };
}

function multipart(dice: Dice, operation: Operation, known: Known): Body {
  const boundary = 'fuzzed0123456789';
  const parts: Buffer[] = [];
  const part = (disposition: string, content: Buffer) =>
    parts.push(
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`),
      content,
      Buffer.from('\r\n'),
    );
  for (const name of named(dice, operation)) part(`name="${name}"`, Buffer.from(textOf(dice, known)));
  // A picture costs far more than any other value: some forms have one.
  if (dice.once(3)) part(`name="${dice.of(FILE_FIELDS)}"; filename="${dice.of(FILE_NAMES)}"`, dice.of(FILES));
  // Now and then the end never comes.
  if (!dice.once(15)) parts.push(Buffer.from(`--${boundary}--\r\n`));
  return { type: `multipart/form-data; boundary=${boundary}`, bytes: Buffer.concat(parts) };
}
