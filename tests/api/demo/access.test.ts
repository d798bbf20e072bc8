import { expect, test } from 'vitest';
import { DEMO_COMPANY } from '../../../server/people/demo-company.ts';
import { fillDemoAccess } from '../../../server/people/fill-demo.ts';
import { aboveSql } from '../../support/databases.ts';
import { withCompany } from '../people/company.ts';

aboveSql('the demonstration of rights', (open) => {
  test('makes a company once, and gives its administrator a role', () =>
    withCompany(open, async ({ informator, settings, join, call }) => {
      await join('admin', 'Администратор');
      await join('ivan', 'Иван');
      expect(await fillDemoAccess(informator.context, 'admin@parts.example')).toBe(true);
      const made = await settings();
      expect(made.map(({ title }) => title)).toEqual([...DEMO_COMPANY.roles]);
      const pairs = made.flatMap(({ directings }) => directings.flatMap(({ tasks }) => tasks));
      expect(pairs.length).toBeGreaterThan(15);
      expect(new Set(pairs.map(({ title }) => title))).toEqual(new Set(DEMO_COMPANY.tasks));
      expect(new Set(made.flatMap(({ directings }) => directings.map(({ title }) => title)))).toEqual(
        new Set(DEMO_COMPANY.directions),
      );
      expect((await call('GET', '/user', { as: 'admin' })).json()).toMatchObject({
        position: 'Директор',
        roles: [made[0]],
      });
      expect((await call('GET', '/user')).json()).toMatchObject({ position: '', roles: [] });
      expect(await fillDemoAccess(informator.context, 'admin@parts.example')).toBe(false);
      expect(await settings()).toEqual(made);
    }));

  test('touches nothing where there is any list already', () =>
    withCompany(open, async ({ add, informator, settings }) => {
      await add('task', 'Счёт');
      expect(await fillDemoAccess(informator.context, 'admin@parts.example')).toBe(false);
      expect(await settings()).toEqual([]);
    }));
});
