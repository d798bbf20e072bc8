import { describe, expect, test } from 'vitest';
import { ACTIONS } from '../../../contract/actions.ts';
import { actsOn, expectedOf } from '../../../src/lib/docflow/acts.ts';
import { directingsWith, hasDocuments, mayCreate } from '../../../src/lib/docflow/rights.ts';
import { entry, roleWith, sampleDocument, viewerOf } from './sample.ts';

const all = roleWith(...Object.values(ACTIONS));
const uids = (asked: readonly { entry: { uid: string } }[]) => asked.map(({ entry: { uid } }) => uid);

describe('who may sign', () => {
  const document = sampleDocument({ acceptor: [entry('me'), entry('other')], recipient: [entry('me')] });

  test('is asked whose own entry is pending, and whose role allows it', () => {
    const acts = actsOn(document, viewerOf('me', all));
    expect(uids(acts.asked.acceptor)).toEqual(['me']);
    expect(uids(acts.asked.recipient)).toEqual(['me']);
  });

  test.each([
    ['without the action', viewerOf('me', roleWith(ACTIONS.acknowledge)), [], ['me']],
    ['without a role', viewerOf('me', null), [], []],
    ['when somebody else is listed', viewerOf('stranger', all), [], []],
    ['for whom he substitutes', viewerOf('stranger', all, 'other'), ['other'], []],
    ['for himself before others', viewerOf('me', all, 'other'), ['me', 'other'], ['me']],
  ])('%s', (_, viewer, sign, acknowledge) => {
    const acts = actsOn(document, viewer);
    expect(uids(acts.asked.acceptor)).toEqual(sign);
    expect(uids(acts.asked.recipient)).toEqual(acknowledge);
  });

  test.each([
    ['signed', entry('me', { accept: true, acceptedAt: '2026-01-02T00:00:00.000Z' })],
    ['declined', entry('me', { declinedAt: '2026-06-14T10:00:00.000Z', reason: 'нет' })],
    ['waiting for acceptors', entry('me', { isWaiting: true })],
  ])('is not asked again when his entry is %s', (_, own) => {
    const acts = actsOn(sampleDocument({ acceptor: [own], recipient: [own] }), viewerOf('me', all));
    expect(acts.asked.acceptor).toEqual([]);
    expect(acts.asked.recipient).toEqual([]);
  });

  test('is expected to sign by the badge, whatever his role allows', () => {
    expect(uids(expectedOf(document, viewerOf('me', null)).signature)).toEqual(['me']);
  });
});

describe('who may edit, delete and remind', () => {
  test.each([
    [ACTIONS.edit, { edit: true, remove: false }],
    [ACTIONS.remove, { edit: false, remove: true }],
    [ACTIONS.create, { edit: false, remove: false }],
  ])('with %s alone', (action, expected) => {
    expect(actsOn(sampleDocument(), viewerOf('me', roleWith(action)))).toMatchObject(expected);
  });

  test('a right on another pair is none', () => {
    const other = sampleDocument({ task: { id: 9, title: 'Счёт', ordered: false } });
    expect(actsOn(other, viewerOf('me', all))).toMatchObject({ edit: false, remove: false });
  });

  test('only the author reminds, and only while somebody is asked', () => {
    const asked = sampleDocument({ acceptor: [entry('other')] });
    const done = sampleDocument({
      acceptor: [entry('other', { accept: true, acceptedAt: '2026-01-02T00:00:00.000Z' })],
    });
    const waiting = sampleDocument({ recipient: [entry('other', { isWaiting: true })] });
    expect(actsOn(asked, viewerOf('author', null)).remind).toBe(true);
    expect(actsOn(asked, viewerOf('me', all)).remind).toBe(false);
    expect(actsOn(done, viewerOf('author', all)).remind).toBe(false);
    expect(actsOn(waiting, viewerOf('author', all)).remind).toBe(false);
  });
});

describe('what the first role opens', () => {
  test('documents, when it has any pair', () => {
    expect(hasDocuments([roleWith()])).toBe(true);
    expect(hasDocuments([{ id: 1, title: 'Пустая', directings: [] }, all])).toBe(false);
    expect(hasDocuments([])).toBe(false);
  });

  test('creation, when any of its pairs allows it', () => {
    expect(mayCreate([all])).toBe(true);
    expect(mayCreate([roleWith(ACTIONS.edit), all])).toBe(false);
    expect(directingsWith([roleWith(ACTIONS.edit)], ACTIONS.create)).toEqual([]);
    expect(directingsWith([all], ACTIONS.create)).toHaveLength(1);
  });
});
