import { expect, onTestFinished, test, vi } from 'vitest';
import type { DocumentChange, DocumentSnapshot } from '../../../contract/documents/documents.ts';
import { JOURNAL_TITLES } from '../../../contract/documents/journal-words.ts';
import { handedOver, startedVersion, versionsOf } from '../../../src/lib/documents/document-store.ts';
import { numberOf } from '../../../src/lib/documents/document-texts.ts';
import { leaveDocument } from '../../../src/lib/documents/return-address.ts';

test.each([
  ['http://a.test/docflow', true],
  ['http://a.test/docflow/list/?author=1&limit=50', true],
  ['http://a.test/docflow/7', false],
  ['http://a.test/docflow/edit/doc/7', false],
  ['http://a.test/catalog', false],
  [null, false],
])('a deleted document goes back to %s: %s', (address, expected) => {
  const [back, open] = [vi.fn(), vi.fn()];
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal('history', { back });
  vi.stubGlobal('navigation', {
    currentEntry: { index: 1 },
    entries: () => (address === null ? [] : [{ url: address }]),
  });
  leaveDocument(open);
  expect(back.mock.calls).toEqual(expected ? [[]] : []);
  expect(open.mock.calls).toEqual(expected ? [] : [['/docflow']]);
});

const state = (version: number, title: string): DocumentSnapshot => ({
  title,
  description: '',
  version,
  hash: '',
  files: [],
  acceptor: [],
  recipient: [],
});
const change = (before: DocumentSnapshot | null, after: DocumentSnapshot): DocumentChange => ({
  id: 1,
  at: '',
  by: { uid: '', name: '', email: '' },
  insteadOf: null,
  event: before ? 'edited' : 'created',
  before,
  after,
});

test('of each version the history shows the last state', () => {
  const changes = [
    change(state(1, 'два'), state(2, 'три')),
    change(state(1, 'раз'), state(1, 'два')),
    change(null, state(1, 'раз')),
  ];
  expect([...versionsOf(changes)].map(([number, { title }]) => [number, title])).toEqual([
    [2, 'три'],
    [1, 'два'],
  ]);
  expect(changes.map(startedVersion)).toEqual([true, false, false]);
});

test('a hand-over is an edit like any other in the history: it names who passed the decision and to whom', () => {
  const signatory = (uid: string) => ({
    ...{ uid, name: uid, email: '', position: '', accept: false, acceptedAt: null, acceptedBy: null },
    ...{
      declinedAt: null,
      declinedBy: null,
      reason: '',
      actorPosition: null,
      now: null,
      isWaiting: false,
      isSpared: false,
    },
  });
  const listing = (acceptor: string[], recipient: string[]) => ({
    ...state(1, 'раз'),
    acceptor: acceptor.map(signatory),
    recipient: recipient.map(signatory),
  });
  const namesOf = (before: DocumentSnapshot, after: DocumentSnapshot) =>
    handedOver(change(before, after)).map(({ name }) => name);
  expect(namesOf(listing(['Анна', 'Олег'], ['Вера']), listing(['Егор', 'Олег'], ['Вера']))).toEqual(['Анна', 'Егор']);
  expect(namesOf(listing(['Олег'], ['Анна']), listing(['Олег'], ['Егор']))).toEqual(['Анна', 'Егор']);
  expect(JOURNAL_TITLES['handed over']).toBe('Передано');
});

test('a document is named by its number and day', () => {
  expect(numberOf({ num: 101, createdAt: '2026-06-14T20:00:00.000Z' })).toBe('№\u00a0101 от\u00a015.06.2026');
  expect(numberOf({ num: 0, createdAt: '2026-06-14T20:00:00.000Z' })).toBe('б/н');
});
