import { DEMO_KINDS, type DemoKind, type Thing } from '../demonstration/records.ts';

/** What people call the things of each kind. */
const WORDS: Readonly<Record<DemoKind, string>> = {
  position: 'товары',
  provider: 'поставщики',
  brand: 'бренды',
  slide: 'слайды',
  page: 'страницы о компании',
  document: 'документы',
  profile: 'профили сотрудников',
  role: 'роли',
  directing: 'направления',
  task: 'типы документов',
  account: 'учётные записи',
};

/** How many things there are of each kind, as `товары: 5000`. */
export const countsOf = (things: readonly Thing[]): string[] =>
  DEMO_KINDS.flatMap((kind) => {
    const count = things.filter((thing) => thing.kind === kind).length;
    return count > 0 ? [`${WORDS[kind]}: ${count}`] : [];
  });

/** The names of things by kind, a line each. */
export const namesOf = (things: readonly Thing[]): string[] =>
  DEMO_KINDS.flatMap((kind) => things.filter((thing) => thing.kind === kind)).map(
    ({ kind, name }) => `  ${WORDS[kind]}: ${name}`,
  );
