import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readRights } from '../../../server/people/access/read-rights.ts';

/** Maps as plain objects. */
const plain = (body: unknown) =>
  Object.fromEntries(
    [...readRights(body)].map(([role, tree]) => [
      role,
      Object.fromEntries(
        [...tree].map(([directing, tasks]) => [
          directing,
          Object.fromEntries([...tasks].map(([task, actions]) => [task, [...actions]])),
        ]),
      ),
    ]),
  );

describe('a form of access settings', () => {
  test.each([
    ['names no role', { submit: 'on', tags: ['a', 'b'] }, {}],
    ['is no form', 'id_1', {}],
    ['is a list', ['id_1'], {}],
    ['clears a role', { id_1: '', id_2: null, id_3: {}, id_4: [], id_5: [''] }, { 1: {}, 2: {}, 3: {}, 4: {}, 5: {} }],
    ['ticks a direction alone', { id_1: { id_2: ['on'] } }, { 1: { 2: {} } }],
    ['ticks a direction alone, by number', { id_1: { id_2: { 0: 'on' } } }, { 1: { 2: {} } }],
    ['ticks a task alone', { id_1: { id_2: { id_3: 'on' } } }, { 1: { 2: { 3: [] } } }],
    [
      'ticks an action, and with it what is above',
      { id_1: { id_2: { id_3: { id_4: 'on' } } } },
      { 1: { 2: { 3: [4] } } },
    ],
    ['repeats a box', { id_1: { id_2: { id_3: { id_4: ['on', 'on'] } } } }, { 1: { 2: { 3: [4] } } }],
    ['leaves boxes empty', { id_1: { id_2: { id_3: { id_4: '', id_5: 'off', id_6: false, id_7: 0 } } } }, { 1: {} }],
    ['names a role beside a box of nothing', { id_1: { 0: '', id_2: ['on', 'on'] } }, { 1: { 2: {} } }],
    [
      'says on and off as it likes',
      { id_1: { id_2: ' TRUE ', id_3: 1, id_4: 'Off', id_5: '0' } },
      { 1: { 2: {}, 3: {} } },
    ],
    ['has the button that sent it', { id_1: { id_2: ['on'] }, submit: 'Сохранить' }, { 1: { 2: {} } }],
  ])('that %s', (_name, body, expected) => {
    expect(plain(body)).toEqual(expected);
  });

  test.each([
    [{ id_x: 'on' }, 'role'],
    [{ id_: {} }, 'role'],
    [{ id_0: {} }, 'role'],
    [{ 'id_1[id_2': 'on' }, 'role'],
    [{ 1: '' }, 'role'],
    [{ id_01: '' }, 'role'],
    [{ id_1e1: '' }, 'role'],
    [{ 'id_-1': '' }, 'role'],
    [{ 'id_1.0': '' }, 'role'],
    [{ id_1234567890123456: '' }, 'role'],
    [{ 'id_1 ': '' }, 'role'],
    [{ ' id_1': '' }, 'role'],
    [{ ID_1: '' }, 'role'],
    [{ 'id-1': '' }, 'role'],
    [{ id_1: {}, ld: { id_2: ['on'] } }, 'role'],
    [{ id_1: {}, roles: [{ id: 2 }] }, 'role'],
    [{ id_1: 5 }, 'directing'],
    [{ id_1: '5' }, 'directing'],
    [{ id_1: false }, 'directing'],
    [{ id_1: 'off' }, 'directing'],
    [{ id_1: [[]] }, 'directing'],
    [{ id_1: { 5: 'on' } }, 'directing'],
    [{ id_1: { 0: 'on', id_2: ['on'] } }, 'directing'],
    [{ id_1: { 0: { id_2: ['on'] } } }, 'directing'],
    [{ id_1: { constructor: { id_2: 'on' } } }, 'directing'],
    [{ id_1: { toString: 'on', id_2: ['on'] } }, 'directing'],
    [{ id_1: { '': 'on', id_2: ['on'] } }, 'directing'],
    [{ id_1: { id_2: { 0: 'on', 1: 'on' } } }, 'task'],
    [{ id_1: { id_2: { 0: { id_3: 'on' } } } }, 'task'],
    [{ id_1: { id_2: { 0: 'on', title: 'x' } } }, 'task'],
    [{ id_1: { id_2: { id_3: { 0: 'on', 4: 'on' } } } }, 'action'],
    [{ id_1: 'on' }, 'directing'],
    [{ id_1: ['on'] }, 'directing'],
    [{ id_1: { 0: 'on' } }, 'directing'],
    [{ id_1: { id_1e3: 'on' } }, 'directing'],
    [{ id_1: { id_2: { 'id_-3': 'on' } } }, 'task'],
    [{ id_1: { id_2: { id_3: { 'id_4 ': 'on' } } } }, 'action'],
  ])('with a name that is no id is refused: %j', (body, entity) => {
    expect(() => readRights(body)).toThrow(`invalid ${entity} id`);
  });

  test.each([
    ['without prefixes', { id_1: { 2: { 3: { 4: 'on' } } } }, 'directing'],
    ['under another name', { id_1: { id_2: { tasks: 'on' } } }, 'task'],
    ['in a list', { id_1: [{ id_2: ['on'] }] }, 'directing'],
    ['one level too deep', { id_1: { id_2: { id_3: { id_4: { id_5: 'on' } } } } }, 'action'],
    ['under two spellings of one id', { id_1: { id_2: ['on'] }, id_01: '' }, 'role'],
  ])('21: with its boxes %s is refused and clears no role', (_name, body, entity) => {
    expect(() => readRights(body)).toThrow(`invalid ${entity} id`);
  });

  test.each([
    [{ id_1: { id_2: 'no' } }, 'directing'],
    [{ id_1: { id_2: [{}] } }, 'directing'],
    [{ id_1: { id_2: { id_3: ['on', 'нет'] } } }, 'task'],
    [{ id_1: { id_2: { id_3: { id_4: 2 } } } }, 'action'],
  ])('with a box that is neither on nor off is refused: %j', (body, entity) => {
    expect(() => readRights(body)).toThrow(`invalid ${entity} box`);
  });

  test('with any other name in the place of one below a role is refused', () => {
    const misspelt = fc
      .oneof(fc.string(), fc.constantFrom('id_', 'id2', 'id_02', 'id_2_', '2', '__proto__', 'valueOf'))
      .filter((name) => name !== '0' && !/^id_[1-9]\d{0,14}$/.test(name));
    fc.assert(
      fc.property(misspelt, fc.constantFrom(0, 1, 2), (name, at) => {
        const [directing = '', task = '', action = ''] = ['id_2', 'id_3', 'id_4'].with(at, name);
        const form = { id_1: { [directing]: { 0: 'on', [task]: { 0: 'on', [action]: 'on' } } } };
        expect(() => readRights(form)).toThrow(/^invalid (directing|task|action) id$/);
      }),
    );
  });

  test('of any shape is read or refused, never a fault', () => {
    const key = fc.oneof(fc.constantFrom('id_1', 'id_2', '0', '', 'id_x', '__proto__'), fc.string());
    const { body } = fc.letrec((tie) => ({
      body: fc.oneof({ depthSize: 'small' }, fc.anything(), fc.dictionary(key, tie('body')), fc.array(tie('body'))),
    }));
    fc.assert(
      fc.property(body, (value) => {
        try {
          readRights(value);
        } catch (error) {
          expect((error as Error).message).toMatch(/^invalid (role|directing|task|action) (id|box)$/);
        }
      }),
    );
  });
});
