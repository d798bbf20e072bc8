import { expect, test } from 'vitest';
import type { AccessChange, AccessRestore } from '../../../contract/access/access.ts';
import { aboveSql } from '../../support/databases.ts';
import { ACTION, type Company, formOf, rightsOf, withCompany } from './company.ts';

const history = async ({ call }: Company) =>
  (await call('GET', '/setting/access/history', { as: 'admin' })).json<AccessChange[]>();

const difference = async ({ call }: Company, id: number | string) => {
  const answer = await call('GET', `/setting/access/history/${id}`, { as: 'admin' });
  return { ...answer.json<AccessRestore>(), etag: String(answer.headers.etag), status: answer.statusCode };
};

const restore = ({ call }: Company, id: number | string, headers: Record<string, string> = {}) =>
  call('POST', `/setting/access/history/${id}/restore`, { as: 'admin', headers });

const rightsIn = async (company: Company, role: number) =>
  rightsOf((await company.settings()).find(({ id }) => id === role)?.directings ?? []);

aboveSql('an earlier state of the rights of a role', (open) => {
  test('is shown as a difference first, then written as a new change', { tags: ['store'] }, () =>
    withCompany(open, async (company) => {
      const { add, save } = company;
      const [role = 0, other = 0] = await add('role', 'Менеджер', 'Кладовщик');
      const [sales = 0, store = 0] = await add('directing', 'Продажи', 'Склад');
      const [bill = 0, order = 0] = await add('task', 'Счёт', 'Приказ');
      const first = { [sales]: { [bill]: [ACTION.create, ACTION.edit] } };
      await save({
        [`id_${role}`]: { action: { id_1: 'on' }, ...(formOf({ [role]: first })[`id_${role}`] as object) },
      });
      await save(formOf({ [other]: { [store]: { [bill]: [ACTION.approve] } } }));
      await save(formOf({ [role]: { [sales]: { [bill]: [ACTION.edit], [order]: [] }, [store]: {} } }));
      await save({ [`id_${role}`]: '' });
      const [cleared, second] = await history(company);

      const shown = await difference(company, second?.id ?? 0);
      expect(shown).toMatchObject({
        status: 200,
        role: { id: role, title: 'Менеджер' },
        added: [
          'Продажи',
          'Продажи / Счёт',
          'Продажи / Счёт / Создать',
          'Продажи / Счёт / Редактировать',
          'Без направления / Заявки',
        ],
        removed: [],
        addedCount: 5,
        removedCount: 0,
        missing: 0,
      });
      expect(await rightsIn(company, role)).toEqual({});

      expect((await restore(company, second?.id ?? 0, { 'if-match': shown.etag })).statusCode).toBe(200);
      expect(await rightsIn(company, role)).toEqual(first);
      expect(await rightsIn(company, other)).toEqual({ [store]: { [bill]: [ACTION.approve] } });
      const [written] = await history(company);
      expect(written).toMatchObject({ subject: 'Менеджер', addedCount: 5, removedCount: 0 });

      // A second time there is nothing left to write.
      expect((await restore(company, second?.id ?? 0)).statusCode).toBe(200);
      expect((await history(company))[0]?.id).toBe(written?.id);
      // Undoing can be undone as well: the standing action goes with the rest.
      expect(await difference(company, written?.id ?? 0)).toMatchObject({ addedCount: 0, removedCount: 5 });
      expect((await restore(company, cleared?.id ?? 0)).statusCode).toBe(200);
      expect(await rightsIn(company, role)).toEqual({ [sales]: { [bill]: [ACTION.edit], [order]: [] }, [store]: {} });
    }),
  );

  test('comes back without what is gone, and says so', () =>
    withCompany(open, async (company) => {
      const { add, save, call } = company;
      const [role = 0] = await add('role', 'Менеджер');
      const [sales = 0, store = 0] = await add('directing', 'Продажи', 'Склад');
      const [bill = 0] = await add('task', 'Счёт');
      await save(formOf({ [role]: { [sales]: { [bill]: [ACTION.create] }, [store]: { [bill]: [] } } }));
      await save({ [`id_${role}`]: '' });
      expect((await call('DELETE', `/directing/${store}`, { as: 'admin' })).statusCode).toBe(200);
      const [cleared] = await history(company);
      expect(await difference(company, cleared?.id ?? 0)).toMatchObject({ addedCount: 3, missing: 2 });
      await restore(company, cleared?.id ?? 0);
      expect(await rightsIn(company, role)).toEqual({ [sales]: { [bill]: [ACTION.create] } });
    }));

  test('is not written over what somebody has saved after the difference was shown', () =>
    withCompany(open, async (company) => {
      const { add, save } = company;
      const [role = 0] = await add('role', 'Менеджер');
      const [sales = 0, store = 0] = await add('directing', 'Продажи', 'Склад');
      await save(formOf({ [role]: { [sales]: {} } }));
      const [made] = await history(company);
      const { etag } = await difference(company, made?.id ?? 0);
      await save(formOf({ [role]: { [sales]: {}, [store]: {} } }));
      const answer = await restore(company, made?.id ?? 0, { 'if-match': etag });
      expect([answer.statusCode, answer.json()]).toEqual([
        409,
        expect.objectContaining({ error: 'changed meanwhile', role: { id: role, title: 'Менеджер' } }),
      ]);
      expect(await rightsIn(company, role)).toEqual({ [sales]: {}, [store]: {} });
    }));

  test('is refused for a binding, an unknown change, a removed role and a broken id', () =>
    withCompany(open, async (company) => {
      const { add, save, call } = company;
      const [role = 0] = await add('role', 'Менеджер');
      const [sales = 0] = await add('directing', 'Продажи');
      await save(formOf({ [role]: { [sales]: {} } }));
      const [made] = await history(company);
      await call('DELETE', `/role/${role}`, { as: 'admin' });
      for (const [id, status, error] of [
        [made?.id ?? 0, 404, 'role not found'],
        [999_999, 404, 'access change not found'],
        ['x', 400, 'invalid access change id'],
      ] as const) {
        const [asked, written] = [await difference(company, id), await restore(company, id)];
        expect([asked.status, asked]).toEqual([status, expect.objectContaining({ error })]);
        expect([written.statusCode, written.json()]).toEqual([status, { error }]);
      }
    }));
});
