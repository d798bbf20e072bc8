import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fillPlaceholders } from '../../../rules/documents/placeholders.ts';
import { signatoriesAsked, turnOf } from '../../../rules/documents/turns.ts';
import { entriesAfter } from '../../../server/documents/document/document.ts';
import {
  alarmsOf,
  blankSignatory,
  decide,
  type Signatory,
  stateOf,
  withTurns,
} from '../../../server/documents/document/signatory-rules.ts';
import { placeholderValues } from '../../../server/documents/templates/resolve.ts';
import { settleSteps } from '../../../server/documents/templates/settle-steps.ts';

const PEOPLE = ['anna', 'oleg', 'ivan', 'vera', 'petr', 'olga', 'egor', 'inna'] as const;
const ZONE = 'Asia/Yekaterinburg';

/** Steps of different people, and recipients, of whom some may sign too. */
const route = fc
  .record({
    modes: fc.array(fc.constantFrom('all' as const, 'any' as const), { minLength: 1, maxLength: 4 }),
    cuts: fc.array(fc.nat(3), { minLength: 8, maxLength: 8 }),
    recipients: fc.subarray([...PEOPLE]),
  })
  .map(({ modes, cuts, recipients }) => {
    const placed = PEOPLE.map((uid, index) => ({ uid, step: ((cuts[index] ?? 0) % modes.length) + 1 }));
    const used = [...new Set(placed.map(({ step }) => step))].sort((one, other) => one - other);
    const steps = used.map((step) => ({ mode: modes[step - 1] ?? ('all' as const), days: step }));
    const entries = [
      ...placed.map(({ uid, step }) => blankSignatory('acceptor', uid, used.indexOf(step) + 1)),
      ...recipients.map((uid) => blankSignatory('recipient', uid)),
    ];
    return { steps, entries };
  });

const action = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      does: fc.constantFrom('accept' as const, 'accept' as const, 'accept' as const, 'decline' as const),
      kind: fc.constantFrom('acceptor' as const, 'recipient' as const),
      caller: fc.constantFrom(...PEOPLE),
      insteadOf: fc.option(fc.constantFrom(...PEOPLE)),
      substituted: fc.subarray([...PEOPLE]),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ does: 'new version' as const }) },
);

describe('the state of a document on a route', () => {
  test('has one step at a time, takes decisions of those asked alone, and ends when all steps are done', () => {
    fc.assert(
      fc.property(route, fc.array(action, { maxLength: 60 }), ({ steps, entries: blank }, actions) => {
        const order = { ordered: false, steps };
        let now = 1_000;
        let entries: readonly Signatory[] = withTurns(blank, order, { at: now, timeZone: ZONE });
        for (const act of actions) {
          now += 1_000;
          const asked = signatoriesAsked(entries, false, steps);
          const before = entries;
          if (act.does === 'new version') entries = entriesAfter(entries, entries, true);
          else {
            const { does, kind, caller, insteadOf, substituted } = act;
            if (does === 'decline' && kind === 'recipient') continue;
            const decided = decide(entries, {
              ...{ kind, caller, insteadOf, substituted: new Set(substituted), ...order, now },
              as: (uid) => ({ name: uid, position: '', by: { name: caller, position: '' } }),
              act: does === 'accept' ? { kind: 'accept' } : { kind: 'decline', reason: 'Нет' },
            });
            if (decided.outcome !== 'marked') continue;
            entries = decided.entries;
            const changed = before.filter((entry, index) => entry !== entries[index]);
            expect(changed).toHaveLength(1);
            expect(asked).toEqual(changed.length === 1 ? expect.arrayContaining(changed) : []);
            const [{ uid }] = changed as [Signatory];
            expect(uid === caller || substituted.includes(uid as (typeof PEOPLE)[number])).toBe(true);
          }
          entries = withTurns(entries, order, { at: now, timeZone: ZONE });
          checkTurns(entries, steps);
        }
      }),
      { numRuns: 500 },
    );
  });
});

function checkTurns(entries: readonly Signatory[], steps: NonNullable<Parameters<typeof stateOf>[1]>): void {
  const asked = entries.filter(({ askedAt }) => askedAt !== null);
  expect(new Set(asked.map(({ kind, step }) => `${kind} ${step}`)).size).toBeLessThanOrEqual(1);
  const signed = (step: number) =>
    entries.filter(({ kind, step: own, acceptedAt }) => kind === 'acceptor' && own === step && acceptedAt !== null);
  steps.forEach(({ mode }, place) => {
    if (mode === 'any') expect(signed(place + 1).length).toBeLessThanOrEqual(1);
  });
  for (const { kind, dueAt, step, askedAt } of entries)
    expect(dueAt !== null).toBe(kind === 'acceptor' && askedAt !== null && step !== null);
  const isDone = steps.every(({ mode }, place) => {
    const own = entries.filter(({ kind, step }) => kind === 'acceptor' && step === place + 1);
    const count = signed(place + 1).length;
    return mode === 'any' ? count === 1 : count === own.length;
  });
  const isDeclined = entries.some(({ declinedAt }) => declinedAt !== null);
  const isRead = entries.every(({ kind, acceptedAt }) => kind === 'acceptor' || acceptedAt !== null);
  expect(stateOf(entries, steps)).toBe(isDeclined ? 'declined' : isDone && isRead ? 'done' : 'pending');
  expect(turnOf(entries, steps) === 'recipients').toBe(isDone && !isDeclined);
  if (isDeclined) expect(asked).toEqual([]);
}

describe('the steps of a route', () => {
  const given = fc.array(
    fc.record({
      mode: fc.constantFrom('all' as const, 'any' as const),
      users: fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 5 }),
    }),
    { minLength: 1, maxLength: 5 },
  );
  const holds = ({ mode, users }: Parameters<typeof settleSteps>[0][number], signed: ReadonlySet<number>) =>
    mode === 'any' ? users.some((user) => signed.has(user)) : users.every((user) => signed.has(user));

  test('ask everybody once, and whoever ends them all has ended each as it was given', () => {
    fc.assert(
      fc.property(given, fc.infiniteStream(fc.nat()), (steps, picks) => {
        const settled = settleSteps(steps);
        if ('unsettled' in settled) return;
        const all = settled.steps.flatMap((users) => users ?? []);
        expect(new Set(all).size).toBe(all.length);
        const signed = new Set<number>();
        settled.steps.forEach((users, index) => {
          if (!users) return;
          if (steps[index]?.mode === 'all') for (const user of users) signed.add(user);
          else signed.add(users[picks.next().value % users.length] ?? 0);
        });
        for (const step of steps) expect([step, holds(step, signed)]).toEqual([step, true]);
      }),
      { numRuns: 2_000 },
    );
  });

  test('leave a person in the step that needs them, and say which step comes to nobody', () => {
    const all = (...users: number[]) => ({ mode: 'all' as const, users });
    const any = (...users: number[]) => ({ mode: 'any' as const, users });
    const stepsOf = (...steps: Parameters<typeof settleSteps>[0]) => {
      const settled = settleSteps(steps);
      return 'unsettled' in settled ? settled : settled.steps;
    };
    expect(stepsOf(any(1, 2), all(1))).toEqual([[2], [1]]);
    expect(stepsOf(all(1), any(2, 3), all(1))).toEqual([[1], [2, 3], null]);
    expect(stepsOf(any(1, 2), any(1, 2))).toEqual([[1, 2], null]);
    expect(stepsOf(any(1, 2, 3), any(1, 2))).toEqual([[3], [1, 2]]);
    expect(settleSteps([any(1, 2), any(3, 4), any(1, 3)])).toEqual({ unsettled: 2 });
  });
});

describe('a step that a person has twice', () => {
  const all = (...users: number[]) => ({ mode: 'all' as const, users });

  test('vanishes in silence: every person that a step loses is named with the step that keeps them', () => {
    expect(settleSteps([all(1), all(1, 2), all(1)])).toEqual({
      steps: [[1], [2], null],
      repeats: [
        { step: 1, keptIn: 0, users: [1] },
        { step: 2, keptIn: 0, users: [1] },
      ],
    });
    const step = fc.record({
      mode: fc.constantFrom('all' as const, 'any' as const),
      users: fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 5 }),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 5 }), (steps) => {
        const settled = settleSteps(steps);
        if ('unsettled' in settled) return;
        steps.forEach(({ users }, index) => {
          const lost = settled.repeats.filter((repeat) => repeat.step === index);
          const named = [...(settled.steps[index] ?? []), ...lost.flatMap((repeat) => repeat.users)];
          expect(named.toSorted()).toEqual(users.toSorted());
          for (const { keptIn, users: gone } of lost)
            expect(settled.steps[keptIn]).toEqual(expect.arrayContaining([...gone]));
        });
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('the end of a step', () => {
  const noon = Date.UTC(2026, 5, 10, 7);
  const day = 86_400_000;

  /** When a step that begins at a moment is due. */
  const endOfDayAfter = (at: number, days: number, timeZone: string) => {
    const order = { ordered: false, steps: [{ mode: 'all' as const, days }] };
    const [asked] = withTurns([blankSignatory('acceptor', 'anna', 1)], order, { at, timeZone });
    return asked?.dueAt ?? Number.NaN;
  };

  test('is that of a day where the organisation is', () => {
    expect(new Date(endOfDayAfter(noon, 0, ZONE)).toISOString()).toBe('2026-06-10T18:59:59.999Z');
    expect(new Date(endOfDayAfter(noon + day / 2, 1, ZONE)).toISOString()).toBe('2026-06-12T18:59:59.999Z');
    expect(new Date(endOfDayAfter(Date.UTC(2026, 9, 24, 12), 1, 'Europe/Berlin')).toISOString()).toBe(
      '2026-10-25T22:59:59.999Z',
    );
  });

  test('is told of before it, at it and when the next in charge may decide', () => {
    const round = {
      step: { days: 2, next: { days: 1, users: [1] } },
      askedAt: noon,
      dueAt: endOfDayAfter(noon, 2, ZONE),
      isUnable: false,
    };
    const told = (days: number, rest: Partial<typeof round> = {}) =>
      alarmsOf({ ...round, ...rest }, noon + days * day, ZONE);
    expect([told(0), told(1), told(2), told(3), told(4)]).toEqual([
      [],
      [],
      ['soon'],
      ['overdue'],
      ['overdue', 'escalated'],
    ]);
    expect(told(0, { isUnable: true })).toEqual(['unable', 'escalated']);
    expect(alarmsOf({ ...round, step: { days: null, next: null }, dueAt: null }, noon + 99 * day, ZONE)).toEqual([]);
  });
});

test('a text is filled with what is known, and nothing else in it changes', () => {
  const known = { num: 7, at: Date.UTC(2026, 5, 10, 20), timeZone: ZONE, author: 'Анна', counterparty: '' };
  expect(
    fillPlaceholders('№ {{номер}} от {{дата}}, {{автор}}, {{контрагент}}, {{иное}} {{}}', placeholderValues(known)),
  ).toBe('№ 7 от 11.06.2026, Анна, {{контрагент}}, {{иное}} {{}}');
  expect(fillPlaceholders('{{контрагент}}', placeholderValues({ ...known, counterparty: '$& {{номер}}' }))).toBe(
    '$& {{номер}}',
  );
});
