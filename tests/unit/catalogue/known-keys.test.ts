import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { KnownKeys } from '../../../server/catalogue/search-index/known-keys.ts';
import { keyHash, nearKeys } from '../../../server/platform/text/misspellings.ts';

function catalogueOf(keys: Iterable<string>) {
  const db = new DatabaseSync(':memory:');
  onTestFinished(() => db.close());
  db.exec('CREATE TABLE article_keys (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE)');
  const add = (more: Iterable<string>) => {
    const put = db.prepare('INSERT OR IGNORE INTO article_keys (key) VALUES (?)');
    db.exec('BEGIN');
    for (const key of more) put.run(key);
    db.exec('COMMIT');
  };
  add(keys);
  return { known: new KnownKeys(db), add };
}

const numbered = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `74${from + at}01б`);

test('every key of a catalogue is known, also those that are added to it later and outgrow its room', () => {
  const { known, add } = catalogueOf(numbered(0, 45_000));
  known.keepUp();
  expect(numbered(0, 45_000).filter((key) => !known.has(keyHash(key)))).toEqual([]);
  add(numbered(45_000, 130_000));
  known.keepUp();
  expect(numbered(0, 130_000).filter((key) => !known.has(keyHash(key)))).toEqual([]);
});

test('of other keys few are taken for known ones', () => {
  const { known } = catalogueOf(numbered(0, 50_000));
  known.keepUp();
  const others = numbered(200_000, 250_000).filter((key) => known.has(keyHash(key)));
  expect(others.length).toBeLessThan(50_000 / 40);
});

test('every piece of a key is known, and few of those that no key has', () => {
  const { known, add } = catalogueOf(numbered(0, 5_000));
  known.keepUp();
  add(['фильтp238', 'ab']);
  known.keepUp();
  const pieces = (key: string) =>
    Array.from({ length: key.length }, (_, from) => key.slice(from)).flatMap((end) =>
      Array.from({ length: end.length }, (_, at) => end.slice(0, at + 1)),
    );
  for (const key of ['74301б', '74499901б', 'фильтp238', 'ab'])
    expect(pieces(key).filter((piece) => !known.mayHold(piece))).toEqual([]);
  const others = Array.from({ length: 5_000 }, (_, at) => `мн${(at + 1_000).toString(36)}`);
  expect(others.filter((piece) => known.mayHold(piece)).length).toBeLessThan(others.length / 20);
});

test('what is known counts for all only once all of it was read', () => {
  const { known, add } = catalogueOf(numbered(0, 45_000));
  expect(known.isWhole).toBe(false);
  known.readSome();
  expect(known.isWhole).toBe(false);
  known.keepUp();
  expect(known.isWhole).toBe(true);
  add(numbered(45_000, 130_000));
  known.readSome();
  expect(known.isWhole).toBe(false);
});

test('nothing is known of an empty catalogue', () => {
  const { known } = catalogueOf([]);
  known.keepUp();
  expect(known.has(keyHash('7401003010'))).toBe(false);
});

test('neighbours that are looked for by hash are those that are written out', () => {
  const signs = [...'0123456789abkб+'];
  const keys = fc.array(fc.constantFrom(...signs), { minLength: 1, maxLength: 12 }).map((some) => some.join(''));
  fc.assert(
    fc.property(keys, fc.infiniteStream(fc.nat()), (key, picks) => {
      const all = nearKeys(key);
      const picked = all.filter(() => Number(picks.next().value) % 9 === 0);
      const hashes = new Set(picked.map((near) => keyHash(near.key)));
      const found = nearKeys(key, (hash) => hashes.has(hash));
      expect(found.map((near) => near.key).toSorted()).toEqual(picked.map((near) => near.key).toSorted());
      for (const near of picked) expect(found).toContainEqual(near);
    }),
  );
});

test('a key has one number, wherever it stands in a text', () => {
  expect(keyHash('12 7401003010 5', 3, 13)).toBe(keyHash('7401003010'));
  expect(keyHash('7401003010')).not.toBe(keyHash('7401003001'));
});
