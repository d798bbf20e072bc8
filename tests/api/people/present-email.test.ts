import { expect, test } from 'vitest';
import { aboveSql } from '../../support/databases.ts';
import { EVENING } from '../../support/moment.ts';
import { said, withPaperwork } from '../documents/paperwork.ts';
import { type Company, withCompany } from './company.ts';

const OLD = 'old@parts.example';
const NEW = 'new@parts.example';

/** Binds by an address of the form. */
const bindTo = ({ call }: Company, email: string, roleId: number) =>
  call('PATCH', '/setting/access/bundle/role', { as: 'admin', json: { roleId, email } });

const found = async ({ call }: Company, search: string) =>
  (await call('GET', `/user/search?${new URLSearchParams({ search })}`, { as: 'admin' }))
    .json<{ uid: string; email: string }[]>()
    .map(({ uid, email }) => `${uid} ${email}`);

aboveSql('a new e-mail of an account', (open) => {
  test('is that of the profile as soon as its owner is back: shown, and found by', () =>
    withCompany(open, async (company) => {
      const { call } = company;
      await company.join(`anna@${OLD}`, 'Анна');
      expect((await call('GET', '/user', { as: `anna@${NEW}` })).json()).toMatchObject({ email: NEW, name: 'Анна' });
      expect([await found(company, 'new@'), await found(company, 'old@')]).toEqual([[`anna ${NEW}`], []]);
      const renamed = await call('PATCH', '/user', { as: 'anna@NEW2@parts.example', json: { name: 'Анна К.' } });
      expect(renamed.json()).toMatchObject({ email: 'NEW2@parts.example', name: 'Анна К.' });
      expect(await found(company, 'Анна К. new2@')).toEqual(['anna NEW2@parts.example']);
    }));

  test('finds the person who is to get a role before he was here again, and nobody who has it no more', () =>
    withCompany(open, async (company) => {
      const [role = 0] = await company.add('role', 'Менеджер');
      await company.join(`anna@${OLD}`, 'Анна');
      company.around.emails.set('anna', NEW);
      const bound = await bindTo(company, ' NEW@parts.example', role);
      expect([bound.statusCode, bound.json()]).toMatchObject([200, { uid: 'anna', email: NEW, position: 'Менеджер' }]);
      expect(said(await bindTo(company, OLD, role))).toEqual([404, 'user not found']);
    }));

  test('leaves a person to be found by the former one until somebody else has that', () =>
    withCompany(open, async (company) => {
      const [role = 0] = await company.add('role', 'Менеджер');
      await company.join(`anna@${OLD}`, 'Анна');
      company.around.emails.set('anna', NEW).set('oleg', OLD);
      // Oleg has the address and no profile yet: the role is his, not Anna's.
      expect((await bindTo(company, OLD, role)).json()).toMatchObject({ uid: 'oleg', email: OLD });
      expect((await bindTo(company, NEW, role)).json()).toMatchObject({ uid: 'anna', email: NEW });
    }));

  test('security 17: gives whoever has the former one neither the profile nor the role of its owner', () =>
    withCompany(open, async (company) => {
      const [role = 0] = await company.add('role', 'Менеджер');
      await company.join(`anna@${OLD}`, 'Анна');
      await bindTo(company, OLD, role);
      company.around.emails.set('anna', NEW).set('oleg', OLD);
      const made = await company.join(`oleg@${OLD}`, 'Олег');
      expect([made.statusCode, made.json()]).toMatchObject([201, { uid: 'oleg', email: OLD, roles: [] }]);
      const anna = await company.call('GET', '/user', { as: `anna@${NEW}` });
      expect(anna.json()).toMatchObject({ email: NEW, name: 'Анна', position: 'Менеджер' });
      expect((await bindTo(company, OLD, role)).json()).toMatchObject({ uid: 'oleg' });
    }));

  test('may be the former one of somebody who was not here since, and two may have changed theirs with each other', () =>
    withCompany(open, async (company) => {
      const { call } = company;
      await company.join(`anna@${OLD}`, 'Анна');
      await company.join(`oleg@${NEW}`, 'Олег');
      company.around.emails.set('anna', NEW).set('oleg', OLD);
      const [role = 0] = await company.add('role', 'Менеджер');
      expect((await call('GET', '/user', { as: `anna@${NEW}` })).json()).toMatchObject({ email: NEW });
      // Oleg's profile has given way, and the role finds him all the same.
      expect((await bindTo(company, OLD, role)).json()).toMatchObject({ uid: 'oleg', email: OLD });
      expect((await call('GET', '/user', { as: `oleg@${OLD}` })).json()).toMatchObject({ email: OLD, name: 'Олег' });
      expect((await call('GET', '/user', { as: `anna@${NEW}` })).json()).toMatchObject({ email: NEW, name: 'Анна' });
    }));

  test('takes the place of a profile that an account which is gone left under it, for somebody with a profile', () =>
    withCompany(open, async (company) => {
      await company.join(`gone@${NEW}`, 'Прежний');
      await company.join(`anna@${OLD}`, 'Анна');
      company.around.emails.set('anna', NEW);
      expect((await company.call('GET', '/user', { as: `anna@${NEW}` })).json()).toMatchObject({
        uid: 'anna',
        email: NEW,
        name: 'Анна',
      });
    }));

  test('cannot be looked for while the auth service is away: nothing is decided upon a guess', () =>
    withCompany(open, async (company) => {
      const [role = 0] = await company.add('role', 'Менеджер');
      await company.join(`anna@${OLD}`, 'Анна');
      company.around.authService = false;
      expect(said(await bindTo(company, OLD, role))).toEqual([503, 'service is busy']);
      expect(said(await company.join(`oleg@${OLD}`, 'Олег'))).toEqual([503, 'service is busy']);
      expect((await company.join('petr', 'Пётр')).statusCode).toBe(201);
    }));

  test(
    'of an account that took over a profile gets the letters that waited for the former one',
    { tags: ['store'] },
    () =>
      withPaperwork(open, async (work) => {
        const { informator, around, mails } = work;
        const role = await informator.context.database.read
          .selectFrom('roles')
          .select('id')
          .where('title', '=', 'Юрист')
          .executeTakeFirstOrThrow();
        await work.join('old@Vera@parts.example', 'Вера');
        await work.call('PATCH', '/setting/access/bundle/role', {
          as: 'admin',
          json: { roleId: role.id, email: 'vera@parts.example' },
        });
        around.mailServer = false;
        const { id } = await work.create({ title: 'Поставка', acceptor: ['old'] });
        await informator.post.deliver();
        // One letter is written, one notice waits still, when the profile passes.
        await work.docflow('POST', `/${id}/remind`);
        around.emails.set('new', 'vera@parts.example');
        expect((await work.join('new@vera@parts.example', 'Другое')).json()).toMatchObject({ uid: 'new' });
        around.mailServer = true;
        work.setClock(EVENING + 3_600_000);
        await informator.post.deliver();
        expect(mails.map(({ to, subject }) => [to, subject.replaceAll('\u00a0', ' ')])).toEqual([
          ['vera@parts.example', 'На согласование: Поставка'],
          ['vera@parts.example', 'Напоминание: Поставка'],
        ]);
        expect((await work.read(id, 'new')).decides).toEqual([{ uid: 'new', kind: 'acceptor' }]);
      }),
  );

  test('gets the letters about documents, those too that waited while it was changed', () =>
    withPaperwork(open, async (work) => {
      const { informator, around, mails } = work;
      around.mailServer = false;
      await work.create({ title: 'Поставка', acceptor: ['anna', 'oleg'] });
      await informator.post.deliver();
      around.emails.set('anna', NEW);
      around.mailServer = true;
      work.setClock(EVENING + 3_600_000);
      await informator.post.deliver();
      expect(mails.map(({ to }) => to).sort()).toEqual([NEW, 'oleg@parts.example']);
      const listed = await informator.post.outbox.list({ last: null, limit: 10 });
      expect(listed.map(({ recipient }) => recipient).sort()).toEqual([NEW, 'oleg@parts.example']);
      await work.create({ title: 'Возврат', acceptor: ['anna'] });
      await informator.post.deliver();
      expect(mails.at(-1)?.to).toBe(NEW);
    }));
});
