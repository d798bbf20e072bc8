import Schema from 'typebox/schema';
import { describe, expect, test } from 'vitest';
import * as access from '../../../contract/access/forms.ts';
import * as accounts from '../../../contract/accounts/forms.ts';
import * as catalogue from '../../../contract/catalogue/forms.ts';
import * as docflow from '../../../contract/documents/forms.ts';
import { type Field, type Form, Refusal, readField, readFields, schemaOfForm } from '../../../contract/fields/field.ts';
import * as content from '../../../contract/pages/forms.ts';
import * as people from '../../../contract/people/forms.ts';
import * as slides from '../../../contract/slides/slides.ts';

/** Every form of the contract by its name: what a table of forms holds counts too. */
function allForms(): [string, Form][] {
  const exported = Object.entries({
    ...access,
    ...accounts,
    ...catalogue,
    ...content,
    ...docflow,
    ...people,
    ...slides,
  } as Record<string, unknown>);
  const direct = exported.filter(([name]) => name.endsWith('_FORM')) as [string, Form][];
  const lists = Object.entries(access.SETTING_FORMS).flatMap(([entity, { made, changed }]) => [
    [`${entity} made`, made as Form] as [string, Form],
    [`${entity} changed`, changed as Form] as [string, Form],
  ]);
  return [...direct, ...lists];
}

const FIELDS: [string, Field<unknown>][] = allForms().flatMap(([form, fields]) =>
  Object.entries(fields).map(([name, field]) => [`${form}.${name}`, field] as [string, Field<unknown>]),
);

/** What people, forms, programs and attackers send. */
const VALUES: unknown[] = [
  ...['', ' ', '0', '1', 'true', 'TRUE', ' on ', 'off', 'false', 'no', 'yes', 'admin', 'user', 'a', 'ab', '7', ' 12 '],
  ...['anna@example.ru', '  Anna@Example.RU ', 'ｉｎｆｏ＠example．ru', 'info@Запчасти.рф', 'x@y', '@', '123 456'],
  ...['Анна Волкова', 'delivery', ' delivery ', 'page-1.html', '2026-12-31', '2026-02-30', '238Б-1601130\n42'],
  ...['пароль', 'dragonfly over reeds', '01234-56789-01234-56789', '# Доставка\r\n\r\n*текст*', 'a\0b', '\u200b'],
  ...['a'.repeat(121), 'я'.repeat(201), 'x'.repeat(1_001), '\ud800', '<script>', "'; drop table users;--"],
  ...[0, 1, -1, 7, 1.5, 1e21, true, false, null, undefined],
  ...[[], ['a'], [1], ['238Б'], [null], {}, { on: '1' }, { '': '' }, { uid: 'on' }, [['a']], { a: { b: 1 } }],
];

describe.each(FIELDS)('%s', (_name, { schema, read }) => {
  const fits = (value: unknown) => Schema.Check(schema, value);

  test('takes nothing that the reference does not describe', () => {
    const field = { schema, read };
    const undescribed = VALUES.filter(
      (value) => value !== undefined && !(readField(field, value) instanceof Refusal) && !fits(value),
    );
    expect(undescribed).toEqual([]);
  });

  test('takes its own examples, and says in words what a schema cannot', () => {
    const examples = (schema.examples ?? []) as unknown[];
    expect(examples.filter((example) => readField({ schema, read }, example) instanceof Refusal)).toEqual([]);
    expect(JSON.stringify(schema)).toContain('description');
  });
});

test('the fields of a form are read in their order, and the first one that is not taken is told', () => {
  const { SIGNUP_FORM } = accounts;
  expect(readFields(SIGNUP_FORM, {})).toEqual(new Refusal('invalid email'));
  expect(readFields(SIGNUP_FORM, { email: 'a@b.ru', name: '\u200b' })).toEqual(new Refusal('invalid password'));
  expect(readFields(SIGNUP_FORM, { email: ' A@b.ru ', password: 'dragonfly' })).toEqual({
    email: { typed: 'A@b.ru', key: 'a@b.ru' },
    password: 'dragonfly',
    name: null,
  });
  for (const body of [null, undefined, 'text', 5]) expect(readFields(SIGNUP_FORM, body)).toBeInstanceOf(Refusal);
});

test('nothing is read off the prototype of a body', () => {
  const body = Object.create({ email: 'a@b.ru' }) as object;
  expect(readFields(accounts.EMAIL_FORM, body)).toEqual(new Refusal('invalid email'));
});

test('only what may not be left out is required', () => {
  expect(schemaOfForm(accounts.SIGNIN_FORM)).toMatchObject({ required: ['email', 'password'] });
  expect(schemaOfForm(accounts.STANDING_FORM)).toMatchObject({ required: [] });
  expect(schemaOfForm(docflow.NEW_DOCUMENT_FORM)).toMatchObject({ required: ['directingId', 'taskId', 'title'] });
});
