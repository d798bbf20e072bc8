import { expect, test } from 'vitest';
import { PendingDocuments } from '../../../server/catalogue/search-index/index-plan.ts';

const added = (id: number, words: string) => ({
  id,
  isStored: false,
  after: { inStock: 1, words, title: { title: '', manufacturer: '', article: '' }, isNewTitle: false },
});
const replaced = (id: number, words: string) => ({
  id,
  isStored: true,
  after: { inStock: 1, words, title: { title: '', manufacturer: '', article: '' }, isNewTitle: false },
});
const removed = (id: number) => ({ id, isStored: true, after: null });

function sumOf(...changes: ReturnType<typeof added | typeof removed>[]) {
  const pending = new PendingDocuments();
  for (const change of changes) pending.add(change);
  expect(pending.size).toBe(pending.drain().length);
  for (const change of changes) pending.add(change);
  return pending.drain();
}

test('documents come in the order of their ids', () => {
  expect(sumOf(added(9, 'вал'), replaced(2, 'кольцо'), removed(5))).toEqual([
    replaced(2, 'кольцо'),
    removed(5),
    added(9, 'вал'),
  ]);
});

test('several changes of one document come as their sum', () => {
  expect(sumOf(added(1, 'вал'), replaced(1, 'валик'))).toEqual([added(1, 'валик')]);
  expect(sumOf(added(1, 'вал'), removed(1))).toEqual([]);
  expect(sumOf(replaced(1, 'вал'), removed(1))).toEqual([removed(1)]);
  expect(sumOf(removed(1), added(1, 'вал'))).toEqual([replaced(1, 'вал')]);
});

test('what was handed over is over', () => {
  const pending = new PendingDocuments();
  pending.add(added(1, 'вал'));
  pending.drain();
  pending.add(removed(1));
  expect(pending.drain()).toEqual([removed(1)]);
});
