import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { DocumentChange } from '../../../contract/documents/documents.ts';
import type { DocumentCheck, FileCheck } from '../../../contract/documents/public.ts';
import { fingerprintOf } from '../../../server/documents/package/certificates.ts';
import { openSealKeys } from '../../../server/documents/package/seal-keys.ts';
import type { Secrets } from '../../../server/platform/secrets.ts';
import { aboveSql } from '../../support/databases.ts';
import { textOfPdf } from '../../support/pdf-text.ts';
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

  test('prints no withdrawn decision as a decision that stands, and of a declined version the reason', () =>
    withPaperwork(open, async ({ create, docflow, setClock, informator }) => {
      const { id } = await create({ title: 'Первая', acceptor: ['anna', 'oleg'] });
      const minuteLater = () => setClock(informator.context.clock() + 60_000);
      const decide = async (path: string, as: string, json: object = {}) => {
        expect((await docflow('PATCH', `/${path}/${id}`, { as, json })).statusCode).toBe(200);
        minuteLater();
      };
      /** What stands between the decisions of today and the note of the seal. */
      const former = async () => {
        const text = textOfPdf((await docflow('GET', `/${id}/package`)).rawPayload).replaceAll('\u00a0', ' ');
        const start = text.search(/Решения о прежних|Прежние и отозванные/u);
        const times = /\d\d\.\d\d\.\d{4}, \d\d:(\d\d) \(UTC[^)]*\)/gu;
        const part = start < 0 ? '' : text.slice(start, text.indexOf('Этот файл'));
        return part
          .replace(times, ':$1')
          .replace(/ хэш [0-9a-f ]{64,}/gu, ' ')
          .trim();
      };
      const start = new Date(informator.context.clock()).getUTCMinutes();
      const at = (minutes: number) => `:${String((start + minutes) % 60).padStart(2, '0')}`;
      await decide('accepting', 'anna');
      expect(await former()).toBe('');
      await decide('withdrawing', 'anna');
      const first = `${at(0)} · подписано · anna Юрист Решение отозвано: ${at(1)} · anna Юрист Версия 1,`;
      expect(await former()).toBe(`Прежние и отозванные решения ${first}`);

      await decide('accepting', 'anna');
      await decide('declining', 'oleg', { reason: 'Не та сумма' });
      const form = formWith({ title: 'Вторая', acceptor: ['anna', 'oleg'] });
      expect((await docflow('PATCH', `/${id}`, { form })).statusCode).toBe(200);
      const second = `${at(2)} · подписано · anna Юрист Версия 1,`;
      const third = `${at(3)} · отклонено · oleg Юрист Причина: Не та сумма Версия 1,`;
      expect(await former()).toBe(`Прежние и отозванные решения ${first} ${second} ${third}`);

      await decide('declining', 'anna', { reason: 'Нет срока' });
      await decide('withdrawing', 'anna');
      const fourth = `${at(4)} · отклонено · anna Юрист Причина: Нет срока Решение отозвано: ${at(5)} · anna Юрист`;
      expect(await former()).toBe(`Прежние и отозванные решения ${first} ${second} ${third} ${fourth} Версия 2,`);
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

  test('security 94: is checked by the holder of its hash, who learns state, people and times, and others nothing', () =>
    withPaperwork(open, async ({ create, docflow, read, informator }) => {
      const present = informator.context.clock;
      const people = { acceptor: ['anna', 'oleg'], recipient: ['reader'] };
      const { id, num, hash } = await create({ title: 'Первая', ...people });
      const check = async (document: number | string, version: string): Promise<DocumentCheck> =>
        (await docflow('GET', `/check/${document}/${version}`, { as: null })).json();
      const decide = async (path: string, as: string, json?: object) =>
        expect((await docflow('PATCH', `/${path}/${id}`, { as, ...(json && { json }) })).statusCode).toBe(200);
      const names = ({ decisions }: DocumentCheck) => decisions.map(({ name, accepted }) => [name, accepted]);
      const blank = { isCurrent: false, state: null, signed: null, acknowledged: null };
      const nothing = {
        ...{ matches: false, number: null, version: null, ...blank },
        ...{ title: null, direction: null, type: null, label: null, presentVersion: null },
        ...{ decisions: [], seals: [] },
      };
      const known = { matches: true, number: num, version: 1, title: 'Первая' };
      const counted = (signed: number, acknowledged: number) => ({
        ...{ signed: { done: signed, all: 2 }, acknowledged: { done: acknowledged, all: 1 } },
        isCurrent: true,
      });
      const { directing, task, acceptor } = await read(id);
      expect(await check(id, hash)).toMatchObject({ ...known, ...counted(0, 0), state: 'pending', decisions: [] });
      await decide('accepting', 'anna');
      const once = await check(id, hash);
      expect(once).toMatchObject({ ...known, ...counted(1, 0), state: 'pending', label: 'На согласовании' });
      expect(once).toMatchObject({ direction: directing.title, type: task.title, presentVersion: 1 });
      expect(once.decisions).toEqual([
        {
          ...{ kind: 'acceptor', name: acceptor[0]?.name, position: acceptor[0]?.position, accepted: true },
          ...{ at: new Date(present()).toISOString(), by: null, step: null },
        },
      ]);
      await decide('declining', 'oleg', { reason: 'Не та сумма' });
      const declined = await check(id, hash);
      expect(declined).toMatchObject({ ...known, ...counted(1, 0), state: 'declined', label: 'Отклонён' });
      expect(names(declined).map(([, accepted]) => accepted)).toEqual([true, false]);
      expect(JSON.stringify(declined)).not.toContain('сумма');

      const form = formWith({ title: 'Вторая', ...people });
      expect((await docflow('PATCH', `/${id}`, { form })).statusCode).toBe(200);
      const { hash: second, version } = await read(id);
      const former = await check(id, hash);
      expect(former).toMatchObject({ ...known, ...blank, presentVersion: 2, label: 'На согласовании' });
      expect(names(former)).toEqual(names(declined));
      for (const signatory of ['anna', 'oleg']) await decide('accepting', signatory);
      await decide('recipienting', 'reader');
      const signed = { ...known, version, title: 'Вторая', ...counted(2, 1) };
      expect(await check(id, second)).toMatchObject({ ...signed, state: 'done', label: 'Завершён' });
      for (const [document, text] of [
        [id, 'f'.repeat(64)],
        [id + 1, second],
        [id, '%25'],
        [id, '_'.repeat(64)],
        ['x', second],
        [id, second.toUpperCase()],
      ] as const)
        expect(await check(document, text)).toEqual(nothing);

      expect((await docflow('DELETE', `/${id}`)).statusCode).toBe(200);
      const cancelled = await check(id, second);
      expect(cancelled).toMatchObject({ matches: true, version, state: 'cancelled', label: 'Аннулирован' });
      expect(cancelled.decisions).toHaveLength(3);
      expect(await check(id, hash)).toMatchObject({ matches: true, version: 1, state: 'cancelled' });
      expect(await check(id, 'f'.repeat(64))).toEqual(nothing);
    }));

  test('is known by its bytes to the holder of its version, and a file with a copied code is not', () =>
    withPaperwork(open, async ({ create, docflow, informator }) => {
      const { database, clock: present } = informator.context;
      const first = await create({ title: 'Договор', acceptor: ['anna'], scans: [['договор.pdf', PDF]] });
      const other = await create({ title: 'Чужой', acceptor: ['anna'] });
      const taken = (await docflow('GET', `/${first.id}/package`)).rawPayload;
      const sealedAt = new Date(present()).toISOString();
      const compare = async ({ id, hash }: { id: number; hash: string }, file: Uint8Array): Promise<FileCheck> =>
        (await docflow('GET', `/check/${id}/${hash}/file/${sha256(file)}`, { as: null })).json();
      const unknown = { kind: 'unknown', name: null, at: null, version: null };
      expect(await compare(first, taken)).toEqual({ kind: 'package', name: null, at: sealedAt, version: 1 });
      expect(await compare(first, PDF)).toEqual({ kind: 'attachment', name: 'договор.pdf', at: null, version: 1 });
      const changed = Buffer.from(taken);
      changed[changed.length - 30] = 0;
      for (const forged of [changed, PNG]) expect(await compare(first, forged)).toEqual(unknown);
      expect(await compare(other, taken)).toEqual(unknown);
      expect(await compare({ id: first.id, hash: 'f'.repeat(64) }, taken)).toEqual(unknown);

      expect((await docflow('GET', `/${first.id}/package`, { as: 'anna' })).rawPayload).toEqual(taken);
      const rows = await database.read.selectFrom('document_packages').select(['sha256', 'version']).execute();
      expect(rows).toEqual([{ sha256: sha256(taken), version: 1 }]);
      const history = (await docflow('GET', `/${first.id}/history`)).json<DocumentChange[]>();
      expect(history.map(({ event }) => event)).toEqual(['package taken', 'package taken', 'created']);
      expect(history[0]?.by.uid).toBe('anna');
    }));

  test('is sealed by a key that lies encrypted, and known certificates stay known after another one is made', () =>
    withPaperwork(open, async ({ create, docflow, informator }) => {
      const { database, clock } = informator.context;
      const { id, hash } = await create({ acceptor: ['anna'] });
      const site = () => 'http://shop.example';
      const keys = (...secrets: Secrets) => openSealKeys({ database, secrets, clock, site });
      const seals = keys('one');
      const made = await seals.current();
      expect(await seals.current()).toEqual(made);
      const stored = await database.read.selectFrom('document_seals').selectAll().execute();
      expect(stored).toHaveLength(1);
      expect(JSON.stringify(stored)).not.toContain(Buffer.from(made.privateKey).toString('base64').slice(0, 40));

      await keys('two', 'one').renew();
      expect(await keys('two').current()).toEqual(made);
      await keys('two').rotate();
      const next = await keys('two').current();
      expect(next).not.toEqual(made);
      const both = [next, made].map(({ certificate }) => fingerprintOf(certificate));
      expect((await seals.list()).map(({ fingerprint }) => fingerprint)).toEqual(both);
      // Without the secret the key is lost: another one is made, and what was sealed stays known.
      await keys('three').current();
      const checked = (await docflow('GET', `/check/${id}/${hash}`, { as: null })).json<DocumentCheck>();
      expect(checked.seals.map(({ fingerprint }) => fingerprint).slice(1)).toEqual(both);
    }));

  test('has the comments where they are asked for, and is another file then', () =>
    withPaperwork(open, async ({ create, docflow }) => {
      const { id } = await create({ acceptor: ['anna'] });
      const plain = await docflow('GET', `/${id}/package`);
      const talked = await docflow('GET', `/${id}/package?comments=1`);
      expect(talked.statusCode).toBe(200);
      expect(talked.headers.etag).not.toBe(plain.headers.etag);
    }));

  test('security 94: of a document that nobody signs has no signatures to show', () =>
    withPaperwork(open, async ({ create, docflow }) => {
      const { id, hash } = await create({ title: 'Справка' });
      const found = (await docflow('GET', `/check/${id}/${hash}`, { as: null })).json();
      expect(found).toMatchObject({ matches: true, isCurrent: true, state: 'none', signed: { done: 0, all: 0 } });
    }));
});
