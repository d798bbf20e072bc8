import { expect, test } from 'vitest';
import { MARKDOWN_MAX } from '../../../contract/limits.ts';
import { aboveSql } from '../../support/databases.ts';
import type { Answer } from '../../support/request.ts';
import { type Staff, withStaff } from './staff.ts';

const CONTACT = { alias: 'contact', mdInfo: '# Контакты\n- <b>как есть</b> & "так"' };

const make = ({ call }: Staff, page: object = CONTACT) => call('POST', '/about/', { as: 'admin', json: page });
const read = ({ call }: Staff, alias = 'contact') => call('GET', `/about/${alias}`, { as: null });
const save = ({ call }: Staff, mdInfo: unknown, headers?: Record<string, string>) =>
  call('PATCH', '/about/contact', { as: 'admin', json: { alias: 'contact', mdInfo }, headers });
const outcome = (answer: Answer) => [answer.statusCode, answer.json()];

aboveSql('company pages', (open) => {
  test('are made by an administrator and read by anyone, whatever the alias', () =>
    withStaff(open, async (staff) => {
      expect(outcome(await read(staff))).toEqual([404, { error: 'alias not found' }]);
      expect(outcome(await make(staff))).toEqual([201, CONTACT]);
      const outside = { alias: 'my page-2.0', mdInfo: 'страница вне шести' };
      expect(outcome(await make(staff, outside))).toEqual([201, outside]);
      expect(outcome(await read(staff))).toEqual([200, CONTACT]);
      expect(outcome(await read(staff, 'contact/'))).toEqual([200, CONTACT]);
      expect(outcome(await read(staff, 'my%20page-2.0'))).toEqual([200, outside]);
      expect((await read(staff, 'Contact')).statusCode).toBe(404);
      const [{ savedAt }] = (await staff.call('GET', '/about/contact/history', { as: 'admin' })).json();
      const lastModified = (await read(staff)).headers['last-modified'];
      expect(lastModified).toBe(new Date(savedAt).toUTCString());
      expect(outcome(await staff.call('GET', '/about/', { as: 'admin' }))).toEqual([200, [CONTACT, outside]]);
    }));

  test('are refused in the words of the API: first the text, then the alias, then the second of a name', () =>
    withStaff(open, async (staff) => {
      const cases: [object, string][] = [
        [{}, 'invalid mdInfo'],
        [{ alias: 'contact', mdInfo: ' \n\t' }, 'invalid mdInfo'],
        [{ alias: '', mdInfo: '' }, 'invalid mdInfo'],
        [{ alias: 'contact', mdInfo: ['текст'] }, 'invalid mdInfo'],
        [{ alias: 'contact', mdInfo: 7 }, 'invalid mdInfo'],
        [{ mdInfo: 'текст' }, 'invalid alias'],
        ...['', 'ab', '.abc', '-abc', 'контакты', 'a/bc', '../abc', 'abc\ndef', 'a'.repeat(121)].map(
          (alias): [object, string] => [{ alias, mdInfo: 'текст' }, 'invalid alias'],
        ),
        [{ alias: { a: 1 }, mdInfo: 'текст' }, 'invalid alias'],
      ];
      for (const [page, error] of cases) expect(outcome(await make(staff, page))).toEqual([400, { error }]);
      await make(staff);
      expect(outcome(await make(staff))).toEqual([400, { error: 'alias: Не уникальное значение alias' }]);
    }));

  test('are changed by their address: an alias in the body moves nothing', () =>
    withStaff(open, async (staff) => {
      await make(staff);
      await make(staff, { alias: 'company', mdInfo: 'о компании' });
      const form = new FormData();
      form.append('alias', 'company');
      form.append('mdInfo', '# Новое\nв две строки');
      const answer = await staff.call('PATCH', '/about/contact', { as: 'admin', form });
      expect(outcome(answer)).toEqual([200, { alias: 'contact', mdInfo: '# Новое\nв две строки' }]);
      expect((await read(staff, 'company')).json()).toMatchObject({ mdInfo: 'о компании' });
      const urlencoded = await staff.call('PATCH', '/about/contact/', {
        as: 'admin',
        json: new URLSearchParams({ mdInfo: 'a\r\nб' }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect(outcome(urlencoded)).toEqual([200, { alias: 'contact', mdInfo: 'a\r\nб' }]);
      expect(outcome(await save(staff, ''))).toEqual([200, { alias: 'contact', mdInfo: '' }]);
      for (const mdInfo of [undefined, null, 7, ['a'], { a: 'b' }]) {
        expect(outcome(await save(staff, mdInfo))).toEqual([400, { error: 'invalid mdInfo' }]);
      }
      const missing = await staff.call('PATCH', '/about/nothing', { as: 'admin', json: CONTACT });
      expect(outcome(missing)).toEqual([404, { error: 'alias page not found' }]);
    }));

  test('may be emptied, but not the one that buyers agree to', () =>
    withStaff(open, async (staff) => {
      const privacy = { alias: 'privacy', mdInfo: '# Персональные данные' };
      await make(staff);
      await make(staff, privacy);
      expect((await save(staff, ' ')).statusCode).toBe(200);
      for (const mdInfo of ['', ' \n\t ']) {
        const answer = await staff.call('PATCH', '/about/privacy', { as: 'admin', json: { mdInfo } });
        expect(outcome(answer)).toEqual([400, { error: 'invalid mdInfo' }]);
      }
      expect(outcome(await read(staff, 'privacy'))).toEqual([200, privacy]);
    }));

  test('are taken away and made again, their versions counted on', () =>
    withStaff(open, async (staff) => {
      await make(staff);
      expect(outcome(await staff.call('DELETE', '/about/contact', { as: 'admin' }))).toEqual([200, CONTACT]);
      expect((await read(staff)).statusCode).toBe(404);
      const again = await staff.call('DELETE', '/about/contact', { as: 'admin' });
      expect(outcome(again)).toEqual([404, { error: 'alias page not found' }]);
      await make(staff, { ...CONTACT, mdInfo: 'второй' });
      const history = await staff.call('GET', '/about/contact/history', { as: 'admin' });
      expect(history.json()).toMatchObject([{ version: 2 }, { version: 1 }]);
    }));

  test('are not sent again to whoever has them', () =>
    withStaff(open, async (staff) => {
      const { etag = '' } = (await make(staff)).headers;
      for (const tag of [etag, `W/${etag}`, `"other", ${etag}`]) {
        const answer = await staff.call('GET', '/about/contact', { as: null, headers: { 'if-none-match': tag } });
        expect([answer.statusCode, answer.body]).toEqual([304, '']);
      }
      const saved = await save(staff, 'новое');
      const stale = await staff.call('GET', '/about/contact', { headers: { 'if-none-match': String(etag) } });
      expect([stale.statusCode, stale.headers.etag]).toEqual([200, saved.headers.etag]);
      expect(stale.headers['cache-control']).toBe('private, no-cache');
    }));

  test('of two administrators who save at once the second is told of the first', () =>
    withStaff(open, async (staff) => {
      const tag = { 'if-match': String((await make(staff)).headers.etag) };
      const answers = await Promise.all([save(staff, 'первый', tag), save(staff, 'второй', tag)]);
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
      const refused = answers.find(({ statusCode }) => statusCode === 409);
      expect(refused?.json()).toEqual({
        error: 'changed meanwhile',
        who: { uid: 'admin', name: '', email: 'admin@parts.example' },
        when: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      });
      const stood = answers.find(({ statusCode }) => statusCode === 200)?.json();
      expect((await read(staff)).json()).toEqual(stood);
      for (const [method, path] of [
        ['DELETE', '/about/contact'],
        ['POST', '/about/contact/history/1'],
      ] as const) {
        expect((await staff.call(method, path, { as: 'admin', headers: tag })).statusCode).toBe(409);
      }
      expect((await save(staff, 'третий', { 'if-match': '*' })).statusCode).toBe(200);
      expect((await save(staff, 'последний')).statusCode).toBe(200);
    }));

  test('twenty saves at once make twenty versions, and the page is one of them', () =>
    withStaff(open, async (staff) => {
      await make(staff);
      const texts = Array.from({ length: 20 }, (_, at) => `текст ${at}`);
      const answers = await Promise.all(texts.map((text) => save(staff, text)));
      expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
      const history = (await staff.call('GET', '/about/contact/history', { as: 'admin' })).json();
      expect(history.map(({ version }: { version: number }) => version)).toEqual(
        Array.from({ length: 21 }, (_, at) => 21 - at),
      );
      const newest = await staff.call('GET', '/about/contact/history/21', { as: 'admin' });
      expect((await read(staff)).json()).toMatchObject({ mdInfo: newest.json().mdInfo });
    }));

  test('two who make one page at once make one', () =>
    withStaff(open, async (staff) => {
      const answers = await Promise.all([make(staff), make(staff), make(staff)]);
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 400, 400]);
    }));

  test('keep every saved text with who and when, and give it back', () =>
    withStaff(open, async (staff) => {
      await make(staff);
      await save(staff, 'Ёлка 🎄');
      await save(staff, 'Ёлка 🎄');
      const history = await staff.call('GET', '/about/contact/history', { as: 'admin' });
      const when = expect.stringMatching(/Z$/);
      const savedBy = { uid: 'admin', name: '', email: 'admin@parts.example' };
      expect(outcome(history)).toEqual([
        200,
        [
          { version: 2, savedAt: when, savedBy, title: '', length: 6 },
          { version: 1, savedAt: when, savedBy, title: '', length: CONTACT.mdInfo.length },
        ],
      ]);
      const first = await staff.call('GET', '/about/contact/history/1/', { as: 'admin' });
      expect(outcome(first)).toEqual([200, { ...history.json()[1], ...CONTACT }]);
      const restored = await staff.call('POST', '/about/contact/history/1', { as: 'admin' });
      expect(outcome(restored)).toEqual([200, CONTACT]);
      expect((await read(staff)).headers.etag).toBe(restored.headers.etag);
      expect((await staff.call('GET', '/about/contact/history', { as: 'admin' })).json()).toHaveLength(3);
    }));

  test('a page taken away comes back from its history', { tags: ['store'] }, () =>
    withStaff(open, async (staff) => {
      await make(staff);
      await staff.call('DELETE', '/about/contact', { as: 'admin' });
      expect((await staff.call('POST', '/about/contact/history/1', { as: 'admin' })).statusCode).toBe(200);
      expect((await read(staff)).json()).toEqual(CONTACT);
    }),
  );

  test('a version that is none is not found', () =>
    withStaff(open, async (staff) => {
      await make(staff);
      for (const version of ['0', '2', '-1', 'x', '1e0', '9999999999', '1.0']) {
        for (const method of ['GET', 'POST'] as const) {
          const answer = await staff.call(method, `/about/contact/history/${version}`, { as: 'admin' });
          expect(outcome(answer)).toEqual([404, { error: 'version not found' }]);
        }
      }
      const nothing = await staff.call('GET', '/about/nothing/history', { as: 'admin' });
      expect(outcome(nothing)).toEqual([404, { error: 'alias page not found' }]);
    }));

  test('a text of the largest size is taken in every notation, 2 MB and NUL are refused, and nothing changes', () =>
    withStaff(open, async (staff) => {
      await make(staff);
      const largest = 'я'.repeat(MARKDOWN_MAX / 2);
      const encoded = { as: 'admin', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
      const asForm = (mdInfo: string) =>
        staff.call('PATCH', '/about/contact', { ...encoded, json: new URLSearchParams({ mdInfo }).toString() });
      const asMultipart = (mdInfo: string) => {
        const form = new FormData();
        form.append('mdInfo', mdInfo);
        return staff.call('PATCH', '/about/contact', { as: 'admin', form });
      };
      for (const send of [(text: string) => save(staff, text), asForm, asMultipart]) {
        expect((await send(largest)).statusCode).toBe(200);
        for (const text of [`${largest}я`, 'a'.repeat(2 * 1024 * 1024)]) {
          expect(outcome(await send(text))).toEqual([413, { error: 'request entity too large' }]);
        }
        expect(outcome(await send('до\0после'))).toEqual([400, { error: 'invalid mdInfo' }]);
        expect((await read(staff)).json()).toEqual({ alias: 'contact', mdInfo: largest });
      }
      expect(outcome(await make(staff, { alias: 'page\0', mdInfo: 'текст' }))).toEqual([
        400,
        { error: 'invalid alias' },
      ]);
    }));

  test('security 16: only administrators write, list or look into the history', () =>
    withStaff(open, async (staff) => {
      await make(staff);
      for (const [method, path] of [
        ['GET', '/about'],
        ['POST', '/about'],
        ['PATCH', '/about/contact'],
        ['DELETE', '/about/contact'],
        ['GET', '/about/contact/history'],
        ['GET', '/about/contact/history/1'],
        ['POST', '/about/contact/history/1'],
      ] as const) {
        const json = method === 'GET' ? undefined : CONTACT;
        const statuses = [
          (await staff.call(method, path, { as: null, json })).statusCode,
          (await staff.call(method, path, { as: 'nobody', json })).statusCode,
          (await staff.call(method, path, { as: 'ivan', json })).statusCode,
        ];
        expect([method, path, statuses]).toEqual([method, path, [401, 401, 403]]);
      }
      for (const as of ['nobody', '']) {
        expect((await staff.call('GET', '/about/contact', { as })).statusCode).toBe(200);
      }
    }));

  test('security 18: fields that nobody asked for are never stored, nor who saved taken from a body', () =>
    withStaff(open, async (staff) => {
      const body = `{"alias":"contact","mdInfo":"текст","id":7,"version":9,"saved_at":1,"editor_uid":"x","author":"x",
        "__proto__":{"mdInfo":"z"},"constructor":{"mdInfo":"z"}}`;
      const headers = { 'content-type': 'application/json' };
      const made = await staff.call('POST', '/about', { as: 'admin', json: body, headers });
      expect(outcome(made)).toEqual([201, { alias: 'contact', mdInfo: 'текст' }]);
      const { database } = staff.informator.context;
      expect(await database.read.selectFrom('about_pages').selectAll().execute()).toEqual([
        { id: 1, alias: 'contact', version: 1 },
      ]);
      expect(await database.read.selectFrom('about_versions').select('editor_uid').execute()).toEqual([
        { editor_uid: 'admin' },
      ]);
    }));

  test('security 37: hostile markup is stored and returned as it was typed, as data', () =>
    withStaff(open, async (staff) => {
      const mdInfo = `</script><script>alert(1)</script> [x](javascript:alert(1)) ${'{{7*7}}'} \u202e ' OR 1=1 --`;
      await make(staff, { alias: 'contact', mdInfo });
      const answer = await read(staff);
      expect(answer.json()).toEqual({ alias: 'contact', mdInfo });
      expect(answer.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'x-content-type-options': 'nosniff',
      });
    }));

  test('security 40: an address that climbs or hides is never a page', () =>
    withStaff(open, async (staff) => {
      await make(staff);
      const secret = [
        '%2e%2e%2fcontact',
        '..%5ccontact',
        'contact%00',
        '%00',
        'contact%2f..',
        'contact.',
        'contact%20',
      ];
      for (const alias of [...secret, '%ff', 'a'.repeat(3_000)]) {
        const answer = await read(staff, alias);
        expect([alias, answer.statusCode === 400 || answer.statusCode === 404]).toEqual([alias, true]);
      }
    }));

  test('tell of what visitors see changed, once for each save that changed something', () =>
    withStaff(open, async (staff) => {
      await make(staff);
      expect(staff.changes()).toBe(1);
      await save(staff, CONTACT.mdInfo);
      await save(staff, 7);
      expect(staff.changes()).toBe(1);
      await save(staff, ' ');
      await staff.call('POST', '/about/contact/history/1', { as: 'admin' });
      expect(staff.changes()).toBe(3);
      await make(staff, { alias: 'company', mdInfo: 'о компании' });
      const updatedAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
      expect(await staff.informator.publicPages()).toEqual([
        { ...CONTACT, updatedAt },
        { alias: 'company', mdInfo: 'о компании', updatedAt },
      ]);
      await save(staff, ' \n');
      expect(await staff.informator.publicPages()).toEqual([{ alias: 'company', mdInfo: 'о компании', updatedAt }]);
      await staff.call('DELETE', '/about/company', { as: 'admin' });
      expect(staff.changes()).toBe(6);
    }));
});
