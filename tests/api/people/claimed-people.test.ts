import { expect, test } from 'vitest';
import { BY_ITSELF } from '../../../contract/journal/events.ts';
import { aboveSql } from '../../support/databases.ts';
import { openShop, type Shop } from '../accounts/shop.ts';
import { type Company, withCompany } from './company.ts';

const HIRE = 'newhire@parts.example';

const sendList = ({ call }: Company, fields: Record<string, string> = {}) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([`Имя;E-mail;Роль\nВера;${HIRE};Менеджер\n`]), 'Сотрудники.csv');
  return call('POST', '/people/staff', { as: 'admin', form });
};

/** Every call of the info service that gives power to an account, and what it answers. */
const WAYS: Readonly<Record<string, (company: Company, role: number) => Promise<object>>> = {
  'a role': async (company, role) => (await company.bind('newhire', role)).json(),
  'an account with a role': async ({ call }, roleId) => {
    const json = { email: HIRE, name: 'Вера', roleId, invite: true };
    const made = await call('POST', '/people/', { as: 'admin', json });
    expect(made.statusCode).toBe(201);
    return made.json();
  },
  'an account without an invitation': async ({ call }) => {
    const json = { email: HIRE, name: 'Вера', roleId: '' };
    return (await call('POST', '/people/', { as: 'admin', json })).json();
  },
  'a place in the list of staff': async (company) => {
    const answer = (await sendList(company)).json<Record<string, number>>();
    expect(answer).toMatchObject({ added: 0, claimed: 1, invited: 1 });
    return { claimed: answer.claimed === 1 };
  },
  'a name': async ({ call }) =>
    (await call('PATCH', `/people/${HIRE}`, { as: 'admin', json: { name: 'Вера' } })).json(),
};

aboveSql('somebody whose account a stranger made in advance', (open, _dialect, openBeside) => {
  const withStranger = (test: (company: Company, shop: Shop) => Promise<void>) =>
    withCompany(open, async (company) => {
      const shop = await openShop(openBeside);
      company.around.real = shop.mauth;
      try {
        expect((await shop.signUp(HIRE, { name: 'Посторонний' })).status).toBe(201);
        await test(company, shop);
      } finally {
        await shop.close();
      }
    });

  for (const [given, give] of Object.entries(WAYS))
    test(`security 85: gets ${given} and an invitation, and the stranger is out`, () =>
      withStranger(async (company, shop) => {
        const [role = 0] = await company.add('role', 'Менеджер');
        const confirmation = await shop.mailedToken(HIRE);
        expect(await give(company, role)).toMatchObject({ claimed: true });
        expect((await shop.ask(`/confirm/${confirmation}`)).status).toBe(400);
        expect((await shop.signIn(HIRE)).status).toBe(400);
        const mail = (await shop.mails()).at(-1);
        expect([mail?.to, mail?.subject]).toEqual([HIRE, 'Приглашение\u00a0— Запчасти']);
        expect((await shop.mauth.directory.claim(HIRE, BY_ITSELF))?.claimed).toBe(false);
      }));

  test('security 85: nobody becomes a substitute without a role, and looking at somebody claims nothing', () =>
    withStranger(async (company, shop) => {
      const { call } = company;
      const [role = 0] = await company.add('role', 'Менеджер');
      const path = `/people/${HIRE}/substitute`;
      expect((await call('GET', path, { as: 'admin' })).json()).toEqual({ substitute: null, represents: [] });
      expect((await call('DELETE', path, { as: 'admin' })).statusCode).toBe(200);
      expect(await shop.events()).not.toContain('account.claimed');
      const [hire] = await shop.mauth.directory.known([HIRE]);
      await shop.addUser('anna@parts.example');
      await company.bind('anna', role);
      const json = { uid: hire?.uid, from: '2027-01-11', to: '2027-01-12' };
      const named = await call('PUT', '/people/anna@parts.example/substitute', { as: 'admin', json });
      expect([named.statusCode, named.json()]).toEqual([400, { error: 'invalid uid' }]);
      const own = await call('PUT', path, { as: 'admin', json: { ...json, uid: 'nobody' } });
      expect(own.statusCode).toBe(400);
      expect(await shop.events()).toContain('account.claimed');
    }));
});
