import { describe, expect, test } from 'vitest';
import { createDrafts, hasDraft } from '../../../src/lib/editing/drafts.ts';
import { deviceWith } from './device.ts';

const asText = (value: unknown) => (typeof value === 'string' ? value : null);
const draft = (id: string, value: string) => ({ id, savedAt: '2026-11-21T10:00:00.000Z', etag: '"1"', value });

describe('the drafts of a text', () => {
  test('are kept newest first, one of an id, and dropped one by one', () => {
    const device = deviceWith();
    const drafts = createDrafts('about:contact', asText, device);
    drafts.keep(draft('a', 'один'));
    drafts.keep(draft('b', 'два'));
    drafts.keep(draft('a', 'один снова'));
    expect(drafts.all().map(({ value }) => value)).toEqual(['один снова', 'два']);
    drafts.drop('a');
    expect(drafts.all().map(({ id }) => id)).toEqual(['b']);
    drafts.drop('b');
    expect(hasDraft('about:contact', device)).toBe(false);
  });

  test('of one thing are none of another', () => {
    const device = deviceWith();
    createDrafts('about:contact', asText, device).keep(draft('a', 'x'));
    expect(createDrafts('about:company', asText, device).all()).toEqual([]);
  });

  test('make room for the newest when the storage is full', () => {
    const drafts = createDrafts('note', asText, deviceWith(400));
    for (const id of ['a', 'b', 'c', 'd']) drafts.keep(draft(id, id.repeat(50)));
    expect(drafts.all().map(({ id }) => id)).toEqual(['d', 'c', 'b']);
  });

  test('that no longer make sense are passed over', () => {
    const device = deviceWith();
    const drafts = createDrafts('note', asText, device);
    for (const stored of ['{', '"text"', 'null', '[1, null, {"id": "a"}, {"id": "a", "savedAt": "x", "value": 7}]']) {
      device.setItem('draft:note', stored);
      expect(drafts.all()).toEqual([]);
    }
  });
});
