import { HTTPError, type NormalizedOptions } from 'ky';
import { describe, expect, test } from 'vitest';
import { authErrors } from '../../../src/lib/accounts/sign-in.ts';
import { type Failure, failureOf } from '../../../src/lib/platform/http-client.ts';

function refusal(status: number, error: string, facts: object = {}): Failure {
  const request = new Request('http://site.test/api/mauth/signin');
  const response = Response.json({ error }, { status });
  const refused = new HTTPError(response, request, {} as NormalizedOptions);
  refused.data = { error, ...facts };
  return failureOf(refused);
}

describe('a refused sign-in speaks under the field it is about', () => {
  test.each([
    ['invalid email', { email: 'Введите адрес электронной почты' }],
    ['user not found', { general: 'Пользователь не\u00a0найден' }],
    [
      'email not confirmed',
      { general: expect.stringMatching(/^email не\u00a0подтверждён\. Письмо со\sссылкой не\sуйдёт/) },
    ],
    ['invalid password', { password: 'Пароль не\u00a0корректен' }],
    ['incorrect password', { password: 'Пароль не\u00a0корректен' }],
    ['email is not unique', { general: 'Пользователь c такой почтой уже создан' }],
    ['incorrect name', { name: 'Имя заполнено не\u00a0корректно' }],
  ])('%s', (error, errors) => {
    expect(authErrors(refusal(400, error))).toEqual(errors);
  });
});

test.each([
  ['common password', /^Слишком распространённый пароль/],
  ['personal password', /^Пароль слишком похож на/],
  ['something new', /^Пароль не.корректен$/],
])('security 63: a new password that is refused as a %s says so under its field', (reason, words) => {
  expect(authErrors(refusal(400, 'invalid password', { reason })).password).toMatch(words);
});

test.each([400, 403, 404, 413, 429, 500, 503])('an unknown refusal with %i is said in words', (status) => {
  const { general, ...fields } = authErrors(refusal(status, 'some code'));
  expect(general).toMatch(/^[А-ЯЁ].+\.$/);
  expect(general).not.toContain('some code');
  expect(fields).toEqual({});
});

test('a closed registration has words of its own', () => {
  expect(authErrors(refusal(403, 'registration is prohibited')).general).toMatch(/^Регистрация закрыта/);
});

test('a dead network is said in words', () => {
  expect(authErrors(failureOf(new TypeError('fetch failed'))).general).toContain('Нет связи');
});
