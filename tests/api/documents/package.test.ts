import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { aboveSql } from '../../support/databases.ts';
import { formWith, PDF, PNG, withPaperwork } from './paperwork.ts';

const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');
const BROKEN = new TextEncoder().encode(`%PDF-1.7\n${'broken '.repeat(500)}`);

aboveSql('a signed package', (open) => {
  test('holds the attachments as they are, a broken one too, and is the same for the same state', () =>
    withPaperwork(open, async ({ create, docflow, read }) => {
      const { id } = await create({
        title: 'Договор «поставки»',
        description: '# Предмет\n\nТекст с **выделением**\n+7 343 200-00-00\n- пункт',
        acceptor: ['anna'],
        recipient: ['reader'],
        scans: [
          ['скан.png', PNG],
          ['договор.pdf', PDF],
          ['битый.pdf', BROKEN],
        ],
      });
      const first = await docflow('GET', `/${id}/package`);
      expect(first.statusCode).toBe(200);
      expect(first.headers).toMatchObject({ 'content-type': 'application/pdf' });
      expect(first.headers['content-disposition']).toContain(encodeURIComponent('Договор «поставки».pdf'));
      const bytes = first.rawPayload;
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
      for (const content of [PNG, PDF, BROKEN]) expect(bytes.includes(Buffer.from(content))).toBe(true);

      const again = await docflow('GET', `/${id}/package`, { as: 'anna' });
      expect(sha256(again.rawPayload)).toBe(sha256(bytes));
      const known = { headers: { 'if-none-match': String(first.headers.etag) } };
      expect((await docflow('GET', `/${id}/package`, known)).statusCode).toBe(304);

      expect((await docflow('PATCH', `/accepting/${id}`, { as: 'anna' })).statusCode).toBe(200);
      const signed = await docflow('GET', `/${id}/package`);
      expect(sha256(signed.rawPayload)).not.toBe(sha256(bytes));
      expect((await read(id)).hash).toMatch(/^[0-9a-f]{64}$/u);
    }));

  test('security 93: is drawn one a caller and a few in all, and who comes beyond is told when to come again', () =>
    withPaperwork(open, async ({ create, docflow, join, bind, call }) => {
      const settings = await call('GET', '/setting/access', { as: 'admin' });
      const roles = settings.json<{ id: number; title: string }[]>();
      const role = roles.find(({ title }) => title === 'Гость')?.id ?? 0;
      const guests = Array.from({ length: 12 }, (_, at) => `guest${at}`);
      for (const guest of guests) {
        await join(guest, guest);
        expect((await bind(guest, role)).statusCode).toBe(200);
      }
      const { id } = await create({ acceptor: ['anna'], scans: [['договор.pdf', PDF]] });
      const ask = (as: string) => docflow('GET', `/${id}/package`, { as });

      const own = await Promise.all(Array.from({ length: 6 }, () => ask('boss')));
      expect(own.map(({ statusCode }) => statusCode).sort()).toEqual([200, 503, 503, 503, 503, 503]);
      const refused = own.find(({ statusCode }) => statusCode === 503);
      expect(refused?.headers['retry-after']).toBe('5');
      expect(refused?.json()).toEqual({ error: 'service is busy' });

      const all = await Promise.all(guests.map(ask));
      expect(new Set(all.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 503]));
      expect((await ask('guest0')).statusCode).toBe(200);
    }));

  test('is for those who see the document', () =>
    withPaperwork(open, async ({ create, docflow }) => {
      const { id } = await create({ acceptor: ['anna'] });
      const answers = [
        await docflow('GET', `/${id}/package`, { as: 'stranger' }),
        await docflow('GET', `/${id}/package`, { as: null }),
        await docflow('GET', '/999999/package'),
        await docflow('GET', '/first/package'),
      ];
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 401, 404, 400]);
    }));

  test('security 94: can be checked by whoever holds it, with its state, and tells nobody else anything', () =>
    withPaperwork(open, async ({ create, docflow, read }) => {
      const people = { acceptor: ['anna', 'oleg'], recipient: ['reader'] };
      const { id, num, hash } = await create({ title: 'Первая', ...people });
      const check = async (document: number | string, version: string) =>
        (await docflow('GET', `/check/${document}/${version}`, { as: null })).json();
      const decide = async (path: string, as: string, json?: object) =>
        expect((await docflow('PATCH', `/${path}/${id}`, { as, ...(json && { json }) })).statusCode).toBe(200);
      const blank = { isCurrent: false, state: null, signed: null, acknowledged: null };
      const nothing = { matches: false, number: null, version: null, ...blank };
      const known = { matches: true, number: num, version: 1 };
      const counted = (signed: number, acknowledged: number) => ({
        ...{ signed: { done: signed, all: 2 }, acknowledged: { done: acknowledged, all: 1 } },
        isCurrent: true,
      });
      expect(await check(id, hash)).toEqual({ ...known, ...counted(0, 0), state: 'pending' });
      await decide('accepting', 'anna');
      expect(await check(id, hash)).toEqual({ ...known, ...counted(1, 0), state: 'pending' });
      await decide('declining', 'oleg', { reason: 'Не та сумма' });
      expect(await check(id, hash)).toEqual({ ...known, ...counted(1, 0), state: 'declined' });

      const form = formWith({ title: 'Вторая', ...people });
      expect((await docflow('PATCH', `/${id}`, { form })).statusCode).toBe(200);
      const { hash: present, version } = await read(id);
      expect(await check(id, hash)).toEqual({ ...known, ...blank });
      for (const signatory of ['anna', 'oleg']) await decide('accepting', signatory);
      await decide('recipienting', 'reader');
      expect(await check(id, present)).toEqual({ ...known, version, ...counted(2, 1), state: 'done' });
      for (const [document, text] of [
        [id, 'f'.repeat(64)],
        [id + 1, present],
        [id, '%25'],
        [id, '_'.repeat(64)],
        ['x', present],
        [id, present.toUpperCase()],
      ] as const)
        expect(await check(document, text)).toEqual(nothing);

      expect((await docflow('DELETE', `/${id}`)).statusCode).toBe(200);
      const cancelled = { ...nothing, matches: true, version, state: 'cancelled' };
      expect(await check(id, present)).toEqual(cancelled);
      expect(await check(id, 'f'.repeat(64))).toEqual(nothing);
    }));

  test('security 94: of a document that nobody signs has no signatures to show', () =>
    withPaperwork(open, async ({ create, docflow }) => {
      const { id, hash } = await create({ title: 'Справка' });
      const found = (await docflow('GET', `/check/${id}/${hash}`, { as: null })).json();
      expect(found).toMatchObject({ matches: true, isCurrent: true, state: 'none', signed: { done: 0, all: 0 } });
    }));
});
