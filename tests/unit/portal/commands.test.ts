import { describe, expect, test } from 'vitest';
import { commandsFor, scopeOf } from '../../../src/lib/portal/commands.ts';
import type { PortalViewer } from '../../../src/lib/portal/viewer.ts';
import { portalWordsOf } from '../../support/portal-words.ts';

const NOBODY: PortalViewer = { isAdmin: false, hasDocuments: false, mayRequests: false, mayCreate: false };
const CLERK: PortalViewer = { ...NOBODY, hasDocuments: true, mayCreate: true };
const ADMIN: PortalViewer = { isAdmin: true, hasDocuments: true, mayRequests: true, mayCreate: true };

const OWN = ['Изменение пароля', 'Изменение почты', 'Двухэтапный вход'];
const UNLISTED = ['Кто задерживает', 'Корзина', ...OWN];
const LISTS = ['На согласование', 'На ознакомление', 'Исходящие', 'Мои документы'];

const asked = (viewer: PortalViewer, text = '') => ({
  text,
  viewer,
  scope: scopeOf('user', viewer),
  words: portalWordsOf('ru'),
  found: [],
  recent: [],
});
const labels = (viewer: PortalViewer, text = '') =>
  commandsFor(asked(viewer, text), false).map(({ label }) => label.replaceAll('\u00a0', ' '));

describe('the list of commands', () => {
  test('offers to each only what menus offer', () => {
    expect(labels(NOBODY)).toEqual(['Кабинет', ...OWN]);
    expect(labels(CLERK)).toEqual(['Создать документ', 'Документы', 'Кабинет', ...LISTS, ...UNLISTED]);
    expect(labels(ADMIN)).toEqual(
      expect.arrayContaining(['Создать документ', 'Создать слайд', 'Заявки', 'Загрузка прайса', 'Журнал']),
    );
    expect(new Set(labels(ADMIN)).size).toBe(labels(ADMIN).length);
  });

  test('offers the types sent lately after the first way to create, and the pages of the site to who edits them', () => {
    const recent = [
      {
        directing: { id: 1, title: 'Закупки' },
        task: { id: 2, title: 'Договор' },
        address: '/docflow/create?directing=1&task=2',
      },
    ] as const;
    const known = commandsFor({ ...asked(CLERK), recent }, false);
    expect(known.map(({ label }) => label.replaceAll('\u00a0', ' '))).toEqual([
      'Создать документ',
      'Создать: Договор, Закупки',
      'Документы',
      'Кабинет',
      ...LISTS,
      ...UNLISTED,
    ]);
    expect(commandsFor({ ...asked(CLERK, 'договор'), recent }, false)[0]?.id).toBe(
      'create /docflow/create?directing=1&task=2',
    );
    expect(commandsFor({ ...asked(NOBODY), recent }, false)).toHaveLength(1 + OWN.length);
    const edits = commandsFor(asked(ADMIN), false).filter(({ kind }) => kind === 'edit');
    expect(edits.map(({ address }) => address)).toContain('/about/mainPage#edit');
  });

  test('finds by beginnings of words, whatever their case', () => {
    expect(labels(ADMIN, 'жУРН')[0]).toBe('Журнал');
    expect(labels(ADMIN, 'созд док')[0]).toBe('Создать документ');
    expect(labels(CLERK, 'журн')).not.toContain('Журнал');
  });

  test('finds another form of a word, and pages that no menu has', () => {
    expect(labels(ADMIN, 'роль').slice(0, 2)).toEqual(['Привязка ролей', 'Роли']);
    expect(labels(CLERK, 'кто задер')[0]).toBe('Кто задерживает');
    expect(labels(CLERK, 'корзина')[0]).toBe('Корзина');
    expect(labels(CLERK, 'исходящие')[0]).toBe('Исходящие');
    expect(labels(NOBODY, 'корзина')).not.toContain('Корзина');
  });

  test('always offers to search, people and requests only to whoever may see them', () => {
    expect(labels(NOBODY, 'абв')).toEqual(['Искать в каталоге запчастей: «абв»']);
    expect(labels(CLERK, 'абв')).toEqual(['Искать в документах: «абв»', 'Искать в каталоге запчастей: «абв»']);
    expect(labels(ADMIN, 'абв')).toHaveLength(5);
  });

  test('puts the search of the page first in the field of the header', () => {
    const [first, second] = commandsFor(asked(ADMIN, 'журнал'), true);
    expect([first?.kind, first?.address]).toEqual([
      'search',
      `/docflow/list/?search=${encodeURIComponent('журнал')}&limit=50`,
    ]);
    expect(second?.label).toBe('Журнал');
  });
});

describe('what the search looks through', () => {
  test.each([
    ['docflow', 'documents'],
    ['documentEdit', 'documents'],
    ['slideEdit', 'slides'],
    ['request', 'requests'],
    ['people', 'people'],
    ['positions', 'positions'],
    ['brands', 'documents'],
    ['user', 'documents'],
  ] as const)('on %s: %s', (route, scope) => expect(scopeOf(route, ADMIN)).toBe(scope));

  test('is the catalogue for whoever sees no documents', () => expect(scopeOf('user', NOBODY)).toBe('catalogue'));
});
