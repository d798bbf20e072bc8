import { describe, expect, test } from 'vitest';
import { ACTIONS } from '../../../contract/access/actions.ts';
import { directingsWith, hasDocuments, mayCreate } from '../../../src/lib/access/role-rights.ts';
import { expectedOf, permittedOn } from '../../../src/lib/documents/permissions.ts';
import { entry, roleWith, sampleDocument, viewerOf } from './sample.ts';

const all = roleWith(...Object.values(ACTIONS));
const uids = (asked: readonly { entry: { uid: string } }[]) => asked.map(({ entry: { uid } }) => uid);

describe('who may sign', () => {
  const document = sampleDocument({ acceptor: [entry('me'), entry('other')], recipient: [entry('me')] });
  const signs = (...uids: string[]) => uids.map((uid) => ({ kind: 'acceptor' as const, uid }));
  const reads = (...uids: string[]) => uids.map((uid) => ({ kind: 'recipient' as const, uid }));

  test('is asked whose own entry the service names', () => {
    const acts = permittedOn({ ...document, decides: [...signs('me'), ...reads('me')] }, viewerOf('me', all));
    expect(uids(acts.asked.acceptor)).toEqual(['me']);
    expect(uids(acts.asked.recipient)).toEqual(['me']);
  });

  test.each([
    ['without the action', 'me', reads('me'), [], ['me']],
    ['without a role', 'me', [], [], []],
    ['when somebody else is listed', 'stranger', undefined, [], []],
    ['for whom he substitutes', 'stranger', signs('other'), ['other'], []],
    ['for himself before others', 'me', [...signs('me', 'other'), ...reads('me')], ['me', 'other'], ['me']],
    ['not for whom the document does not list any more', 'me', signs('gone'), [], []],
  ])('%s', (_, uid, decides, sign, acknowledge) => {
    const acts = permittedOn({ ...document, decides }, viewerOf(uid, all));
    expect(uids(acts.asked.acceptor)).toEqual(sign);
    expect(uids(acts.asked.recipient)).toEqual(acknowledge);
  });

  test.each([
    ['signed', entry('me', { accept: true, acceptedAt: '2026-01-02T00:00:00.000Z' })],
    ['declined', entry('me', { declinedAt: '2026-06-14T10:00:00.000Z', reason: 'нет' })],
    ['waiting for acceptors', entry('me', { isWaiting: true })],
  ])('is not asked again when his entry is %s', (_, own) => {
    const decides = [...signs('me'), ...reads('me')];
    const acts = permittedOn(sampleDocument({ acceptor: [own], recipient: [own], decides }), viewerOf('me', all));
    expect(acts.asked.acceptor).toEqual([]);
    expect(acts.asked.recipient).toEqual([]);
  });

  test('one person who signs in two places of a document is warned', () => {
    const by = { uid: 'me', name: 'Я', email: '' };
    const signed = entry('other', { accept: true, acceptedAt: '2026-01-02T00:00:00.000Z', acceptedBy: by });
    const names = (acceptor: (typeof signed)[], decides: typeof document.decides = signs('me')) => {
      const acts = permittedOn(sampleDocument({ acceptor, ...(decides && { decides }) }), viewerOf('me', all));
      return acts.otherSignatures.map(({ uid }) => uid);
    };
    expect(names([signed, entry('me')])).toEqual(['other']);
    expect(names([entry('me'), entry('other')], signs('me', 'other'))).toEqual(['other']);
    expect(names([entry('other'), entry('me', { isWaiting: true })], signs('other'))).toEqual(['me']);
    expect(names([entry('me'), entry('other')])).toEqual([]);
    expect(names([signed], [])).toEqual([]);
  });

  test('no one is warned of a signature that is needed no more: spared, or in a step where one is enough', () => {
    const names = (me: Partial<(typeof document.acceptor)[number]>, mode: 'all' | 'any') => {
      const step = { title: '', mode, days: null, state: 'current' as const, people: ['other', 'me'], dueAt: null };
      const shown = sampleDocument({
        acceptor: [entry('other'), entry('me', me)],
        ...{ decides: signs('other'), route: { version: 1, steps: [step] } },
      });
      return permittedOn(shown, viewerOf('me', all)).otherSignatures.map(({ uid }) => uid);
    };
    expect(names({}, 'all')).toEqual(['me']);
    expect(names({ isSpared: true }, 'all')).toEqual([]);
    expect(names({}, 'any')).toEqual([]);
  });

  test('is expected to sign by the badge only while his role allows it', () => {
    expect(uids(expectedOf({ ...document, decides: [] }, viewerOf('me', null)).signature)).toEqual([]);
    expect(uids(expectedOf({ ...document, decides: signs('me') }, viewerOf('me', all)).signature)).toEqual(['me']);
  });

  test('stands in for others by the badge only where the button is', () => {
    const viewer = viewerOf('stranger', all);
    expect(expectedOf(document, viewer).signature).toEqual([]);
    const asked = expectedOf({ ...document, decides: signs('other') }, viewer).signature;
    expect(asked).toMatchObject([{ isOwn: false, entry: { uid: 'other' } }]);
  });
});

describe('who may edit, delete and remind', () => {
  test.each([
    [ACTIONS.edit, { edit: true, remove: false }],
    [ACTIONS.remove, { edit: false, remove: true }],
    [ACTIONS.create, { edit: false, remove: false }],
  ])('with %s alone', (action, expected) => {
    expect(permittedOn(sampleDocument(), viewerOf('me', roleWith(action)))).toMatchObject(expected);
  });

  test('a right on another pair is none', () => {
    const other = sampleDocument({ task: { id: 9, title: 'Счёт', ordered: false } });
    expect(permittedOn(other, viewerOf('me', all))).toMatchObject({ edit: false, remove: false });
  });

  test('the author and who may edit remind, and only while a decision is asked for', () => {
    const asked = sampleDocument({ acceptor: [entry('other')] });
    const done = sampleDocument({
      acceptor: [entry('other', { accept: true, acceptedAt: '2026-01-02T00:00:00.000Z' })],
    });
    const waiting = sampleDocument({ recipient: [entry('other', { isWaiting: true })] });
    expect(permittedOn(asked, viewerOf('author', null)).remind).toBe(true);
    expect(permittedOn(asked, viewerOf('me', roleWith(ACTIONS.edit))).remind).toBe(true);
    expect(permittedOn(asked, viewerOf('me', roleWith(ACTIONS.remove))).remind).toBe(false);
    expect(permittedOn(done, viewerOf('author', all)).remind).toBe(false);
    expect(permittedOn(waiting, viewerOf('author', all)).remind).toBe(false);
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
