import { expect, test } from 'vitest';
import { BY_ITSELF } from '../../../contract/journal/events.ts';
import type { PeopleAnswer } from '../../../contract/people/people.ts';
import { aboveSql } from '../../support/databases.ts';
import { openShop, type Shop } from '../accounts/shop.ts';
import { type Company, withCompany } from './company.ts';

const asked = async ({ call }: Company, query = '') =>
  (await call('GET', `/people/${query}`, { as: 'admin' })).json<PeopleAnswer>();
const emailsOf = ({ people }: PeopleAnswer) => people.map(({ email }) => email.split('@')[0]);
const make = ({ call }: Company, json: object) => call('POST', '/people/', { as: 'admin', json });

aboveSql('people', (open, _dialect, openBeside) => {
  /** The info service beside a real auth service. */
  const withPeople = (test: (company: Company, shop: Shop) => Promise<void>) =>
    withCompany(open, async (company) => {
      const shop = await openShop(openBeside);
      company.around.real = shop.mauth;
      try {
        await test(company, shop);
      } finally {
        await shop.close();
      }
    });

  test('are made with a role before they sign in, and work with it from the first moment', () =>
    withPeople(async (company, shop) => {
      const [role = 0] = await company.add('role', 'Менеджер');
      const person = { email: 'Vera@parts.example', name: 'Вера', roleId: role, invite: true };
      const made = await make(company, person);
      expect([made.statusCode, made.json()]).toMatchObject([
        201,
        { email: 'Vera@parts.example', name: 'Вера', state: 'invited', role: { id: role, title: 'Менеджер' } },
      ]);
      expect((await shop.mails()).map(({ to }) => to)).toEqual(['Vera@parts.example']);
      expect((await make(company, person)).json()).toEqual({ error: 'email is not unique' });
      const { uid } = made.json<{ uid: string }>();
      const as = `${uid}@vera@parts.example`;
      expect((await company.call('GET', '/user', { as })).json()).toMatchObject({ position: 'Менеджер' });
      // Scripts make a profile at the first sign-in: the one that was made ahead becomes the person's own.
      const own = await company.call('POST', '/user/', { as, json: { name: 'Вера Котова' } });
      expect([own.statusCode, own.json()]).toMatchObject([201, { name: 'Вера Котова', position: 'Менеджер' }]);
      expect((await company.call('POST', '/user/', { as, json: {} })).statusCode).toBe(400);
    }));

  test('get a role by the e-mail of an account that never signed in', () =>
    withPeople(async (company, shop) => {
      const [role = 0] = await company.add('role', 'Кладовщик');
      await shop.mauth.directory.add([{ email: 'oleg@parts.example', name: 'Олег' }], false, BY_ITSELF);
      const bound = await company.bind('oleg', role);
      expect([bound.statusCode, bound.json()]).toMatchObject([200, { name: 'Олег', position: 'Кладовщик' }]);
      expect((await company.bind('nobody', role)).statusCode).toBe(404);
    }));

  test('are found by name, state, role and rank, page by page', { tags: ['store'] }, () =>
    withPeople(async (company, shop) => {
      const [role = 0] = await company.add('role', 'Менеджер');
      await shop.addUser('zoya@parts.example', 'admin');
      await shop.begin('zoya@parts.example');
      for (const [email, roleId, invite] of [
        ['anna', role, true],
        ['boris', '', false],
        ['vera', role, false],
      ] as const)
        await make(company, { email: `${email}@parts.example`, name: `Имя ${email}`, roleId, invite });
      const cases: [string, string[]][] = [
        ['', ['anna', 'boris', 'vera', 'zoya']],
        ['?search=ИМЯ B', ['boris']],
        ['?search=%25', []],
        ['?state=works', ['zoya']],
        ['?state=invited', ['anna']],
        ['?state=never', ['boris', 'vera']],
        ['?state=disabled', []],
        ['?rank=admin', ['zoya']],
        [`?role=${role}`, ['anna', 'vera']],
        [`?role=${role}&state=never`, ['vera']],
        ['?role=none', ['boris', 'zoya']],
        ['?role=999', []],
      ];
      for (const [query, expected] of cases)
        expect([query, emailsOf(await asked(company, query))]).toEqual([query, expected]);
      const first = await asked(company, '?limit=3');
      expect([first.total, first.next]).toEqual([4, 'vera@parts.example']);
      expect(await asked(company, `?limit=3&last=${first.next}`)).toMatchObject({ next: null, total: 4 });
      for (const query of ['?state=x', '?rank=x', '?role=x'])
        expect((await company.call('GET', `/people/${query}`, { as: 'admin' })).statusCode).toBe(400);
    }),
  );

  test('a new name is that of the account too, whoever gives it', () =>
    withPeople(async (company, shop) => {
      await make(company, { email: 'vera@parts.example', name: 'Вера', roleId: '', invite: false });
      const nameOf = async () => (await shop.mauth.directory.known(['vera@parts.example']))[0]?.name;
      const renamed = await company.call('PATCH', '/people/vera@parts.example', {
        as: 'admin',
        json: { name: 'Вера Котова', documents: false },
      });
      expect(renamed.json()).toMatchObject({ name: 'Вера Котова', documentMails: false });
      expect(await nameOf()).toBe('Вера Котова');
      const [{ uid = '' } = {}] = (await asked(company)).people;
      await company.call('PATCH', '/user', { as: `${uid}@vera@parts.example`, json: { name: 'Вера Белова' } });
      expect(await nameOf()).toBe('Вера Белова');
      expect(emailsOf(await asked(company, '?search=белова'))).toEqual(['vera']);
      company.around.authService = false;
      const refused = await company.call('PATCH', '/user', {
        as: `${uid}@vera@parts.example`,
        json: { name: 'Иначе' },
      });
      expect(refused.statusCode).toBe(503);
      company.around.authService = true;
      expect(emailsOf(await asked(company, '?search=иначе'))).toEqual([]);
    }));

  test('what makes no sense makes nobody', () =>
    withPeople(async (company) => {
      const good = { email: 'vera@parts.example', name: 'Вера', roleId: '', invite: false };
      for (const [wrong, error] of [
        [{ email: 'vera' }, 'invalid email'],
        [{ name: 'x' }, 'incorrect name'],
        [{ roleId: 99 }, 'invalid role id'],
        [{ invite: 'perhaps' }, 'invalid form'],
      ] as const) {
        const answer = await make(company, { ...good, ...wrong });
        expect([answer.statusCode, answer.json()]).toEqual([400, { error }]);
      }
      expect((await asked(company)).total).toBe(0);
      expect((await company.call('GET', '/people/', { as: 'ivan' })).statusCode).toBe(403);
    }));
});
