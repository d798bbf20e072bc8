import type { ACTIONS } from '../../../../contract/access.ts';
import company from './company.json' with { type: 'json' };

/** Who works in the demonstration, by what they do there; the director is its administrator. */
export type DemoPerson = 'director' | 'sales' | 'store' | 'books';

/** Who is who in a company that sells parts; `people` are the administrator's colleagues. */
export const DEMO_COMPANY = company as Omit<typeof company, 'people'> & {
  readonly people: readonly {
    readonly key: DemoPerson;
    readonly email: string;
    readonly name: string;
    readonly role: string;
  }[];
};

/** Who writes, signs and reads what there. */
export const demoPermissions = () =>
  company.permissions.map(({ actions, ...place }) => ({
    ...place,
    actions: actions.split(' ').filter(Boolean) as (keyof typeof ACTIONS)[],
  }));
