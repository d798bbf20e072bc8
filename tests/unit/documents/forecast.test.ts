// The forecast of the form names exactly those whom the rules of turns ask, in flat lists and on routes.
import { expect, test } from 'vitest';
import type { Document, Signatory, TemplateForForm } from '../../../contract/documents/documents.ts';
import { documentForm, mandatedOf } from '../../../src/lib/documents/document-change.ts';
import { forecastAfter, purposeOf, stuckBy } from '../../../src/lib/documents/form-forecast.ts';
import { savedText, signatoriesField } from '../../../src/lib/documents/form-texts.ts';
import { withReplaced } from '../../../src/lib/documents/signatories.ts';
import { entry } from './sample.ts';

const person = (uid: string) => ({ uid, name: uid, email: `${uid}@example.test`, position: '' });
const signed = { accept: true, acceptedAt: '2026-03-02T10:00:00.000Z' };
const declined = { declinedAt: '2026-03-02T10:00:00.000Z', reason: 'Нет' };

type Asked = Pick<Document, 'acceptor' | 'recipient' | 'route' | 'task'>;
const task = (ordered: boolean) => ({ id: 1, title: 'Договор', ordered });
const step = (mode: 'all' | 'any', ...people: string[]) => ({
  ...{ title: '', mode, days: null, state: 'waiting' as const, people, dueAt: null },
});
const ROUTED: Asked = {
  acceptor: [entry('Юрист'), entry('Анна'), entry('Борис'), entry('Директор')],
  recipient: [entry('Читатель')],
  route: { version: 1, steps: [step('all', 'Юрист'), step('any', 'Анна', 'Борис'), step('all', 'Директор')] },
  task: task(true),
};
/** What is said after a change of people, which sends nothing anew. */
const textOf = (asked: Asked) => {
  const document = { ...asked, version: 1, updatedAt: 'after' } as Document;
  return savedText(document, { ...document, updatedAt: 'before' }).replaceAll('\u00a0', ' ');
};
const marked = (marks: Record<string, Partial<Signatory>>): Asked => ({
  ...ROUTED,
  acceptor: ROUTED.acceptor.map((one) => ({ ...one, ...marks[one.uid] })),
});

test('a person who waits for an earlier step of a route is not said to sign now', () => {
  expect(textOf(ROUTED)).toBe(
    'Документ сохранён. Сначала подписывает: Юрист (шаг 1 из 3), затем: Анна или Борис; Директор. Знакомится: Читатель — когда подпишут все.',
  );
  expect(textOf(marked({ Юрист: signed }))).toBe(
    'Документ сохранён. Подписывает: Анна или Борис (шаг 2 из 3), затем: Директор. Знакомится: Читатель — когда подпишут все.',
  );
});

test('a person spared by a step of any one is not said to sign later', () => {
  expect(textOf(marked({ Юрист: signed, Анна: signed }))).toBe(
    'Документ сохранён. Подписывает: Директор (шаг 3 из 3). Знакомится: Читатель — когда подпишут все.',
  );
  expect(textOf(marked({ Юрист: signed, Анна: signed, Директор: signed }))).toBe(
    'Документ сохранён. Знакомится: Читатель.',
  );
});

test('a declined document is said to ask no one, with a route and without', () => {
  const said =
    'Документ сохранён. Документ отклонён и никого не ждёт, пока в нём не изменят название, текст или файлы.';
  expect(textOf(marked({ Юрист: declined }))).toBe(said);
  const flat = { acceptor: [entry('а', declined), entry('б')], recipient: [], task: task(false) };
  expect(textOf(flat)).toBe(said);
});

test('flat lists ask all acceptors at once, and recipients after them where the type says so', () => {
  const lists = { acceptor: [person('а'), person('в')], recipient: [person('б')] };
  const said = (ordered: boolean) => {
    const forecast = forecastAfter(lists, { stored: null, template: null, ordered, clears: false });
    return signatoriesField.willAsk(forecast, purposeOf(forecast, null, false)).replaceAll('\u00a0', ' ');
  };
  expect(said(false)).toBe('После отправки подписывают: а, в — в любом порядке. Знакомится: б.');
  expect(said(true)).toBe('После отправки подписывают: а, в — в любом порядке. Знакомится: б — когда подпишут все.');
});

const TEMPLATE: TemplateForForm = {
  ...{ version: 1, title: '', text: '', isFixed: true, problem: null, repeats: [] },
  steps: [
    { title: '', mode: 'all', days: null, people: [person('Юрист')] },
    { title: '', mode: 'all', days: null, people: [person('Директор')] },
  ],
  recipients: [person('Читатель')],
};

test('a new document of a template is said to go by its steps, and by own lists where they replace them', () => {
  const none = { acceptor: [], recipient: [] };
  const by = (template: TemplateForForm, lists: Parameters<typeof forecastAfter>[0]) =>
    forecastAfter(lists, { stored: null, template, ordered: false, clears: false });
  const uids = (people: readonly { uid: string }[]) => people.map(({ uid }) => uid);
  const fixed = by(TEMPLATE, none);
  expect([fixed.step, uids(fixed.sign), uids(fixed.acknowledge)]).toEqual([
    { number: 1, count: 2, mode: 'all' },
    ['Юрист'],
    ['Читатель'],
  ]);
  const open = by({ ...TEMPLATE, isFixed: false }, { ...none, acceptor: [person('Свой')] });
  expect([open.step, uids(open.sign), open.acknowledge]).toEqual([null, ['Свой'], []]);
  const empty = by({ ...TEMPLATE, steps: [], isFixed: false }, none);
  expect(signatoriesField.willAsk(empty, 'keep').replaceAll('\u00a0', ' ')).toBe(
    'Документ никому не уйдёт: никто не указан.',
  );
});

test('a replacement on a route is sent, takes the step of the former one, and an unchanged route is not sent', () => {
  const stored = { ...marked({ Юрист: signed }), title: 'Д', description: '' } as unknown as Document;
  const acceptor = withReplaced(stored.acceptor, 'Директор', person('Новый'));
  const after = (list: readonly ReturnType<typeof person>[]) =>
    forecastAfter({ acceptor: list, recipient: [] }, { stored, template: null, ordered: true, clears: false });
  expect(after(acceptor).later.map(({ people }) => people.map(({ uid }) => uid))).toEqual([['Новый']]);
  const sent = (list: typeof acceptor) => {
    const text = { title: 'Д', description: '', acceptor: list, recipient: [] };
    const form = documentForm(text, { directing: 1, task: 1, author: '' }, [], stored);
    return [...form.keys()].filter((name) => name.startsWith('acceptor'));
  };
  expect(sent(acceptor)).toEqual(['Юрист', 'Анна', 'Борис', 'Новый'].map((uid) => `acceptor[${uid}]`));
  expect(sent(stored.acceptor)).toEqual([]);
  expect(withReplaced(stored.acceptor, 'Директор', person('Анна'))).toBe(stored.acceptor);
});

test('a recipient whom a fixed route names is never said to be left out, of a new document and of a stored one', () => {
  const none = { acceptor: [], recipient: [] };
  const uids = (stored: Document | null, template: TemplateForForm | null, unable: Document['unable'] = []) => {
    const of = { stored: stored && { ...stored, unable }, template, ordered: true, clears: false };
    return forecastAfter(stored ? { ...none, acceptor: stored.acceptor } : none, of).acknowledge.map(({ uid }) => uid);
  };
  expect(uids(null, TEMPLATE)).toEqual(['Читатель']);
  expect(uids(null, { ...TEMPLATE, isFixed: false })).toEqual([]);
  const { route } = ROUTED;
  const fixed = { ...ROUTED, route: route && { ...route, recipients: ['Читатель'] } } as unknown as Document;
  expect(uids(fixed, null)).toEqual(['Читатель']);
  expect(uids(fixed, null, [{ uid: 'Читатель', kind: 'recipient', why: 'disabled' }])).toEqual([]);
  expect(uids(ROUTED as unknown as Document, null)).toEqual([]);
  expect(mandatedOf(fixed, null)).toEqual([person('Читатель')]);
});

test('the button says what a save does: it asks for signatures, for acknowledgement, or keeps', () => {
  const purpose = (lists: Parameters<typeof forecastAfter>[0]) => {
    const forecast = forecastAfter(lists, { stored: null, template: null, ordered: false, clears: false });
    return purposeOf(forecast, null, false);
  };
  expect(purpose({ acceptor: [person('а')], recipient: [] })).toBe('sign');
  expect(purpose({ acceptor: [], recipient: [person('а')] })).toBe('read');
  expect(purpose({ acceptor: [], recipient: [] })).toBe('keep');
  const stored = ROUTED as unknown as Document;
  const again = forecastAfter(stored, { stored, template: null, ordered: true, clears: false });
  expect([purposeOf(again, stored, false), purposeOf(again, stored, true)]).toEqual(['keep', 'sign']);
});

test('a send that always fails is offered: a broken route holds a new document up unless its author names signatories', () => {
  const problem = { error: 'person may not decide', step: 1, role: '', name: 'Юрист', why: 'disabled' } as const;
  const broken = { ...TEMPLATE, steps: [], problem };
  const open = { ...broken, isFixed: false };
  const [none, one] = [{ acceptor: [] }, { acceptor: [person('Анна')] }];
  expect([stuckBy(broken, none, null), stuckBy(broken, one, null)]).toEqual([problem, problem]);
  expect([stuckBy(open, none, null), stuckBy(open, one, null)]).toEqual([problem, null]);
  expect([stuckBy(TEMPLATE, none, null), stuckBy(null, none, null)]).toEqual([null, null]);
  expect(stuckBy(broken, none, { id: 1 } as Document)).toBeNull();
});
