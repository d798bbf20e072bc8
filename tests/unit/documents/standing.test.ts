import { expect, test } from 'vitest';
import { type Standing, stateLabel } from '../../../rules/documents/standing.ts';
import { standingOf } from '../../../server/documents/document/document.ts';
import { blankSignatory, type Signatory } from '../../../server/documents/document/signatory-rules.ts';

type Decidable = Parameters<typeof standingOf>[0];

const asked = (kind: 'acceptor' | 'recipient', uid: string, step: number | null = null) =>
  blankSignatory(kind, uid, step);
const accepted = (entry: Signatory): Signatory => ({ ...entry, acceptedAt: 1, acceptedBy: entry.uid });
const declined = (entry: Signatory): Signatory => ({ ...entry, declinedAt: 1, declinedBy: entry.uid, reason: 'Нет' });

const STEP = { mode: 'all', days: null, title: '', next: null } as const;

const documentOf = (entries: readonly Signatory[], steps = 0, rest: Partial<Decidable> = {}): Decidable => ({
  entries,
  task: { id: 1, title: 'Договор', ordered: false },
  route: steps === 0 ? null : { version: 1, owner: null, steps: Array.from({ length: steps }, () => STEP) },
  closed: null,
  ...rest,
});

const closed = { state: 'cancelled', at: 1, by: { uid: '', name: '', email: '' }, reason: 'Ошибка' } as const;
const [anna, oleg, reader] = [asked('acceptor', 'anna'), asked('acceptor', 'oleg'), asked('recipient', 'reader')];
const [first, second, third] = [1, 2, 3].map((step) => asked('acceptor', `step ${step}`, step)) as [
  Signatory,
  Signatory,
  Signatory,
];

const STANDINGS: readonly (readonly [string, Decidable])[] = [
  ['Без подписантов', documentOf([])],
  ['На согласовании', documentOf([anna, oleg])],
  ['На согласовании', documentOf([accepted(anna), oleg])],
  ['На согласовании', documentOf([anna, reader])],
  ['На согласовании', documentOf([first], 1)],
  ['На согласовании (шаг 1 из 3)', documentOf([first, second, third], 3)],
  ['На согласовании (шаг 2 из 3)', documentOf([accepted(first), second, third], 3)],
  ['На согласовании (шаг 3 из 3)', documentOf([accepted(first), accepted(second), third, reader], 3)],
  ['Согласован, на ознакомлении', documentOf([accepted(first), accepted(second), accepted(third), reader], 3)],
  ['Согласован, на ознакомлении', documentOf([accepted(anna), reader])],
  ['На ознакомлении', documentOf([reader])],
  ['Завершён', documentOf([accepted(anna), accepted(reader)])],
  ['Завершён', documentOf([accepted(first), accepted(second)], 2)],
  ['Отклонён', documentOf([declined(anna), oleg])],
  ['Отклонён', documentOf([accepted(first), declined(second), third], 3)],
  ['Аннулирован', documentOf([accepted(anna)], 0, { closed })],
  ['Аннулирован', documentOf([declined(anna)], 0, { closed })],
];

test.each(STANDINGS)('a state never says more than happened: «%s»', (label, document) => {
  const standing: Standing = standingOf(document);
  expect(stateLabel(standing)).toBe(label);
});

test('recipients are no step of approval: a stage never counts beyond the steps', () => {
  for (const [, document] of STANDINGS) {
    const { stage } = standingOf(document);
    expect(stage.number).toBeLessThanOrEqual(stage.count);
    expect(stage.count).toBe(document.route?.steps.length ?? 1);
  }
});
