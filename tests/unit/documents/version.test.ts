import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startsVersion } from '../../../rules/documents/signing.ts';
import { entriesAfter, hashOf } from '../../../server/documents/document/document.ts';
import { blankSignatory } from '../../../server/documents/document/signatory-rules.ts';

type Content = Parameters<typeof hashOf>[0];

const file = fc.record({ fileName: fc.uuid(), originalName: fc.string(), sha256: fc.string({ maxLength: 4 }) });
const content: fc.Arbitrary<Content> = fc.record({
  title: fc.string({ maxLength: 4 }),
  description: fc.string({ maxLength: 4 }),
  files: fc.array(file, { maxLength: 2 }),
});
const said = ({ title, description, files }: Content) =>
  JSON.stringify([title, description, files.map(({ originalName, sha256 }) => [originalName, sha256])]);

test('two contents have one hash only when they say the same', () => {
  fc.assert(
    fc.property(content, content, (one, other) => {
      expect(hashOf(one) === hashOf(other)).toBe(said(one) === said(other));
    }),
  );
});

test('what stands at the end of one text is not taken for the beginning of the next', () => {
  const plain = { title: '', description: '', files: [] };
  const pairs: [Partial<Content>, Partial<Content>][] = [
    [
      { title: 'аб', description: 'в' },
      { title: 'а', description: 'бв' },
    ],
    [{ title: '1:а' }, { description: '1:а' }],
    [
      { title: '0:', description: '' },
      { title: '', description: '0:' },
    ],
  ];
  for (const [one, other] of pairs) {
    expect(hashOf({ ...plain, ...one })).not.toBe(hashOf({ ...plain, ...other }));
  }
});

test('a version starts where content changes under a mark', () => {
  const before = { title: 'а', description: '', files: [] };
  const signed = { ...blankSignatory('acceptor', 'anna'), acceptedAt: 1, acceptedBy: 'anna' };
  expect(startsVersion(hashOf({ ...before, title: 'б' }) !== hashOf(before), [signed])).toBe(true);
  expect(startsVersion(hashOf({ ...before }) !== hashOf(before), [signed])).toBe(false);
  expect(
    startsVersion(hashOf({ ...before, title: 'б' }) !== hashOf(before), [blankSignatory('acceptor', 'anna')]),
  ).toBe(false);
});

test('who stays keeps his mark within a version; each person is listed once', () => {
  const signed = { ...blankSignatory('acceptor', 'anna'), acceptedAt: 1, acceptedBy: 'anna' };
  const listed = [
    blankSignatory('acceptor', 'oleg'),
    blankSignatory('acceptor', 'anna'),
    blankSignatory('acceptor', 'oleg'),
  ];
  expect(entriesAfter([signed], listed, false)).toEqual([blankSignatory('acceptor', 'oleg'), signed]);
  expect(entriesAfter([signed], listed, true)).toEqual([
    blankSignatory('acceptor', 'oleg'),
    blankSignatory('acceptor', 'anna'),
  ]);
  expect(entriesAfter([signed], [blankSignatory('recipient', 'anna')], false)).toEqual([
    blankSignatory('recipient', 'anna'),
  ]);
});
