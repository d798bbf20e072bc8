import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { signatoriesAsked, turnsIn } from '../../../rules/documents/turns.ts';
import { blankSignatory, decide, type Signatory, stateOf } from '../../../server/documents/document/signatory-rules.ts';

type Decision = Parameters<typeof decide>[1];

const accept = { kind: 'accept' } as const;
const decline = { kind: 'decline', reason: 'Нет' } as const;
const by = (caller: string, rest: Partial<Decision> = {}): Decision => ({
  kind: 'acceptor',
  caller,
  insteadOf: null,
  substituted: new Set(),
  act: accept,
  ordered: false,
  now: 5,
  as: (uid) => ({ name: uid, position: '', by: { name: caller, position: '' } }),
  ...rest,
});
const two = [
  blankSignatory('acceptor', 'anna'),
  blankSignatory('acceptor', 'oleg'),
  blankSignatory('recipient', 'anna'),
];
const marked = (entries: readonly Signatory[], marking: Decision): readonly Signatory[] => {
  const found = decide(entries, marking);
  if (found.outcome !== 'marked') throw new Error(found.outcome);
  return found.entries;
};

describe('a mark', () => {
  test('goes upon the own entry of the list that is called for', () => {
    const decidedAs = { name: 'anna', position: '', by: { name: 'anna', position: '' } };
    expect(marked(two, by('anna'))).toEqual([
      { ...two[0], acceptedAt: 5, acceptedBy: 'anna', decidedAs },
      two[1],
      two[2],
    ]);
    expect(decide(two, by('oleg', { kind: 'recipient' }))).toEqual({ outcome: 'not listed' });
  });

  test('put again changes nothing, and another one is refused', () => {
    const signed = marked(two, by('anna'));
    expect(decide(signed, by('anna', { now: 9 }))).toEqual({ outcome: 'unchanged', entry: signed[0] });
    expect(decide(signed, by('anna', { act: decline }))).toEqual({ outcome: 'settled' });
    const declined = marked(two, by('anna', { act: decline }));
    expect(declined[0]).toMatchObject({ acceptedAt: null, declinedBy: 'anna', reason: 'Нет' });
    expect(decide(declined, by('anna'))).toEqual({ outcome: 'settled' });
  });

  test('of a substitute names him, and needs a substitution', () => {
    const substituted = new Set(['oleg']);
    expect(marked(two, by('ivan', { substituted }))[1]).toMatchObject({ uid: 'oleg', acceptedBy: 'ivan' });
    expect(marked(two, by('anna', { substituted, insteadOf: 'oleg' }))[1]).toMatchObject({ acceptedBy: 'anna' });
    expect(decide(two, by('anna', { insteadOf: 'oleg' }))).toEqual({ outcome: 'not listed' });
    expect(decide(two, by('ivan'))).toEqual({ outcome: 'not listed' });
  });

  test('of the caller himself never goes on to somebody else when it is repeated', () => {
    const substituted = new Set(['oleg']);
    const signed = marked(two, by('anna', { substituted }));
    expect(decide(signed, by('anna', { substituted }))).toMatchObject({ outcome: 'unchanged' });
  });
});

test('recipients of an ordered type wait until the last acceptor has signed', () => {
  const marking = by('anna', { kind: 'recipient', ordered: true });
  expect(decide(two, marking)).toEqual({ outcome: 'waiting' });
  const one = marked(two, by('anna', { ordered: true }));
  expect(decide(one, marking)).toEqual({ outcome: 'waiting' });
  const all = marked(one, by('oleg', { ordered: true }));
  expect(decide(all, marking)).toMatchObject({ outcome: 'marked' });
  expect(signatoriesAsked(two, true).map(({ kind, uid }) => `${kind} ${uid}`)).toEqual([
    'acceptor anna',
    'acceptor oleg',
  ]);
});

const entry: fc.Arbitrary<Signatory> = fc
  .record({
    kind: fc.constantFrom('acceptor' as const, 'recipient' as const),
    uid: fc.constantFrom('anna', 'oleg', 'ivan'),
    mark: fc.constantFrom('none', 'accepted', 'declined'),
  })
  .map(({ kind, uid, mark: put }) => ({
    ...blankSignatory(kind, uid),
    ...(put === 'accepted' ? { acceptedAt: 1, acceptedBy: uid } : {}),
    ...(put === 'declined' ? { declinedAt: 1, declinedBy: uid, reason: 'Нет' } : {}),
  }));

test('whoever is asked is pending and does not wait, and nobody else is', () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 6 }), fc.boolean(), (entries, ordered) => {
      const isDeclined = entries.some((each) => each.declinedAt !== null);
      const expected = entries.filter(
        (each) =>
          !isDeclined &&
          each.acceptedAt === null &&
          each.declinedAt === null &&
          !turnsIn(entries, ordered).isWaiting(each),
      );
      expect(signatoriesAsked(entries, ordered)).toEqual(expected);
      if (stateOf(entries) === 'done') expect(expected).toEqual([]);
      if (expected.length === 0 && stateOf(entries) === 'pending') expect(ordered).toBe(true);
    }),
  );
});
