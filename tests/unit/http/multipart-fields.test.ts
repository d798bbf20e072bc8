import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unfoldJson, unfoldMultipart, unfoldUrlencoded } from '../../../server/platform/http/form-fields.ts';
import {
  boundaryOf,
  type FormField,
  multipartFields,
  NoMultipart,
} from '../../../server/platform/http/multipart-fields.ts';
import { COMMON_RULES } from '../../../server/platform/http/nested-fields.ts';

const read = (text: string, boundary = 'x'): FormField[] => [
  ...multipartFields(Buffer.from(text.replaceAll('\n', '\r\n')), boundary),
];
const field = (name: string, value: string) => `--x\nContent-Disposition: form-data; name="${name}"\n\n${value}\n`;

test.each([
  ['no field', '--x--\n', []],
  ['a field', `${field('a', '1')}--x--`, [['a', '1']]],
  ['words before and after', `read me\n${field('a', '1')}--x--\nthe end`, [['a', '1']]],
  [
    'an empty value and one of several lines',
    `${field('a', '')}${field('b', '1\n\n2')}--x--`,
    [
      ['a', ''],
      ['b', '1\r\n\r\n2'],
    ],
  ],
  ['a line that begins like the delimiter', `${field('a', 'so:\n--xy\n')}--x--`, [['a', 'so:\r\n--xy\r\n']]],
  ['spaces behind the delimiter', `--x \nContent-Disposition: form-data; name=a\n\n1\n--x--`, [['a', '1']]],
  ['Cyrillic letters', `${field('имя', 'Пётр')}--x--`, [['имя', 'Пётр']]],
  ['quotes in a name', `${field('a\\"b\\\\c', '1')}--x--`, [['a"b\\c', '1']]],
  [
    'headers in any case and order',
    '--x\nX-Own: 1\ncontent-type: text/plain\nCONTENT-DISPOSITION: Form-Data; NAME="a"\n\n1\n--x--',
    [['a', '1']],
  ],
  [
    'a file, which is passed over',
    `--x\nContent-Disposition: form-data; name="f"; filename="x.jpg"\nContent-Type: image/jpeg\n\nABC\n${field('a', '1')}--x--`,
    [['a', '1']],
  ],
  [
    'a file with an empty name',
    '--x\nContent-Disposition: form-data; name="f"; filename=""\nContent-Type: application/octet-stream\n\n\n--x--',
    [],
  ],
  ['a part that is no field', '--x\nContent-Disposition: attachment\n\n1\n--x\n\n2\n--x--', []],
] as const)('a multipart body with %s', (_name, body, expected) => {
  expect(read(body).map(({ name, value }) => [name, value])).toEqual(expected);
});

test('a field may name the charset of its value', () => {
  const body = Buffer.concat([
    Buffer.from(
      '--x\r\nContent-Disposition: form-data; name="a"\r\nContent-Type: text/plain; charset=windows-1251\r\n\r\n',
    ),
    Buffer.from([0xcf, 0xb8, 0xf2, 0xf0]),
    Buffer.from('\r\n--x--'),
  ]);
  expect([...multipartFields(body, 'x')]).toEqual([{ name: 'a', value: 'Пётр' }]);
});

test.each([
  ['without a delimiter', 'rubbish', 'x'],
  ['of another boundary', `${field('a', '1')}--x--`, 'y'],
  ['without a boundary', `${field('a', '1')}--x--`, ''],
  ['cut in a value', field('a', '1'), 'x'],
  ['cut in a delimiter', `${field('a', '1')}--`, 'x'],
  ['cut in the headers', '--x\nContent-Disposition: form-data', 'x'],
  ['with headers without end', `--x\n${'X: y\n'.repeat(10_000)}\n1\n--x--`, 'x'],
  [
    'with an unknown charset',
    '--x\nContent-Disposition: form-data; name=a\nContent-Type: text/plain; charset=none\n\nй\n--x--',
    'x',
  ],
])('a multipart body %s is none', (_name, body, boundary) => {
  expect(() => read(body, boundary)).toThrow(NoMultipart);
});

test('an empty body is an empty form', () => {
  expect(read('')).toEqual([]);
});

test.each([
  ['multipart/form-data; boundary=x', 'x'],
  ['multipart/form-data; charset=utf-8; Boundary="a b"', 'a b'],
  ['multipart/form-data;boundary=--x;charset=utf-8', '--x'],
  ['multipart/form-data', ''],
])('the boundary of %s', (type, boundary) => {
  expect(boundaryOf(type)).toBe(boundary);
});

/** A form as a browser would send it. */
async function encoded(pairs: readonly (readonly [string, string])[]) {
  const form = new FormData();
  for (const [name, value] of pairs) form.append(name, value);
  const sent = new Response(form);
  return { boundary: boundaryOf(sent.headers.get('content-type') ?? ''), body: Buffer.from(await sent.arrayBuffer()) };
}

test('any form reads alike as multipart, urlencoded and JSON', async () => {
  // A browser escapes these in a multipart name, and turns single line ends of a value into pairs.
  const text = fc.string({ unit: 'grapheme' }).map((value) => value.replace(/["\\%\r\n]/g, ''));
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.tuple(text.filter(Boolean), text), { selector: ([name]) => name }),
      async (pairs) => {
        const { body, boundary } = await encoded(pairs);
        const multipart = await unfoldMultipart(body, boundary, 1_000, COMMON_RULES);
        const urlencoded = Buffer.from(new URLSearchParams(pairs).toString());
        expect(multipart).toEqual(await unfoldUrlencoded(urlencoded, 1_000, COMMON_RULES));
        const json = Buffer.from(JSON.stringify(Object.fromEntries(pairs)));
        expect(multipart).toEqual(await unfoldJson(json, 1_000, COMMON_RULES));
      },
    ),
  );
});

test('while a form of very many fields is read, others have their turn', async () => {
  const pairs = Array.from({ length: 60_000 }, (_, at): [string, string] => [`a[${at % 300}][${at}]`, 'on']);
  const { body, boundary } = await encoded(pairs);
  const urlencoded = Buffer.from(new URLSearchParams(pairs).toString());
  const json = Buffer.from(JSON.stringify(Object.fromEntries(pairs)));
  for (const unfold of [
    () => unfoldMultipart(body, boundary, pairs.length, COMMON_RULES),
    () => unfoldUrlencoded(urlencoded, pairs.length, COMMON_RULES),
    () => unfoldJson(json, pairs.length, COMMON_RULES),
  ]) {
    let turns = 0;
    const others = setInterval(() => {
      turns += 1;
    }, 0);
    expect(Object.keys((await unfold()) as object)).toEqual(['a']);
    clearInterval(others);
    expect(turns).toBeGreaterThan(0);
  }
});
