import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { SCAN_FILE_MAX } from '../../../contract/limits.ts';
import { sweepAttachments } from '../../../server/documents/attachments/attachment-store.ts';
import { aboveSql } from '../../support/databases.ts';
import { loseAnswers } from '../../support/lost-answer.ts';
import { EVENING } from '../../support/moment.ts';
import { writtenAt } from '../../support/written-at.ts';
import { officeFiles, zipOf } from '../../unit/files/office-files.ts';
import { formWith, PDF, PNG, said, withPaperwork } from './paperwork.ts';

const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

aboveSql('attachments', (open) => {
  test('are served as what they are, by token and by link, whole and in parts', { tags: ['store'] }, () =>
    withPaperwork(open, async ({ create, docflow, call }) => {
      const { docx = PDF } = await officeFiles();
      const { files } = await create({
        scans: [
          ['Скан «1».png', PNG],
          ['договор.pdf', PDF],
          ['договор.docx.exe', docx as BlobPart],
        ],
      });
      const served = [];
      for (const { url, fileName } of files) {
        const path = url.replace('/api/informator', '');
        const byLink = await call('GET', path, { as: null });
        const byToken = await docflow('GET', `/scan/${fileName}`, { as: 'guest' });
        expect(byToken.rawPayload).toEqual(byLink.rawPayload);
        expect(byLink.headers).toMatchObject({ 'x-content-type-options': 'nosniff' });
        served.push([
          byLink.statusCode,
          byLink.headers['content-type'],
          byLink.headers['content-disposition'],
          sha256(byLink.rawPayload),
        ]);
      }
      expect(served).toEqual([
        [
          200,
          'image/png',
          `inline; filename="____ _1_.png"; filename*=UTF-8''${encodeURIComponent('Скан «1».png')}`,
          sha256(PNG),
        ],
        [
          200,
          'application/pdf',
          `inline; filename="_______.pdf"; filename*=UTF-8''${encodeURIComponent('договор.pdf')}`,
          sha256(PDF),
        ],
        [
          200,
          'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
          `attachment; filename="_______.docx.exe.docx"; filename*=UTF-8''${encodeURIComponent('договор.docx.exe.docx')}`,
          sha256(docx),
        ],
      ]);
      const { fileName = '' } = files[1] ?? {};
      const part = await docflow('GET', `/scan/${fileName}`, { headers: { range: 'bytes=1-3' } });
      expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([
        206,
        'PDF',
        `bytes 1-3/${PDF.length}`,
      ]);
      const outside = await docflow('GET', `/scan/${fileName}`, { headers: { range: 'bytes=9999-' } });
      expect([outside.statusCode, outside.headers['content-range']]).toEqual([416, `bytes */${PDF.length}`]);
      const head = await docflow('HEAD', `/scan/${fileName}`);
      expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, `${PDF.length}`, '']);
    }),
  );

  test('a link opens one file only, and a token does not help who sees no document', () =>
    withPaperwork(open, async ({ create, docflow, call }) => {
      const { files, id } = await create({
        scans: [
          ['а.png', PNG],
          ['б.png', PNG],
        ],
      });
      const [first, second] = files.map(({ url }) => url.replace('/api/informator', ''));
      const [path = '', query = ''] = first?.split('?') ?? [];
      const opened = async (address: string) => (await call('GET', address, { as: null })).statusCode;
      expect(await opened(`${second?.split('?')[0]}?${query}`)).toBe(401);
      expect(await opened(path)).toBe(401);
      expect(await opened(`${path}?${query.replace(/until=\d/, 'until=9')}`)).toBe(401);
      expect(await opened(`${path}?${query}x`)).toBe(401);
      expect(await opened(`${path}?${query}&${query}`)).toBe(401);
      expect(await opened(`${path}?${query}`)).toBe(200);
      expect((await call('GET', path, { as: 'nobody' })).statusCode).toBe(401);
      for (const name of ['..%2f..%2finformator.db', 'a.png', `${'0'.repeat(32)}.png`, '%00', 'CON.png']) {
        expect((await docflow('GET', `/scan/${name}`)).statusCode).toBe(404);
      }
      await docflow('DELETE', `/${id}`);
      expect(await opened(`${path}?${query}`)).toBe(404);
    }));

  test('security 95: a link ends with the right of whoever was given it, and nothing keeps the file meanwhile', () =>
    withPaperwork(open, async ({ create, read, docflow, call, bind, around }) => {
      const { id } = await create({ scans: [['скан.png', PNG]] });
      const comment = formWith({ raw: { text: 'Снимок' }, scans: [['снимок.png', PNG]] });
      expect((await docflow('POST', `/${id}/comment`, { form: comment })).statusCode).toBe(201);
      const linksOf = async (as: string) => {
        const { files } = await read(id, as);
        const said = await docflow('GET', `/${id}/comment`, { as });
        const { comments } = said.json<{ comments: { files: { url: string }[] }[] }>();
        const past = (await docflow('GET', `/${id}/history`, { as })).json<
          { after: { files: { url: string }[] } | null }[]
        >();
        const all = [files, ...comments.map((one) => one.files), ...past.map(({ after }) => after?.files ?? [])];
        return all.flat().map(({ url }) => url.replace('/api/informator', ''));
      };
      const opened = (links: readonly string[]) =>
        Promise.all(links.map(async (link) => (await call('GET', link, { as: null })).statusCode));

      const [own, guests, readers] = [await linksOf('boss'), await linksOf('guest'), await linksOf('reader')];
      expect(guests).toHaveLength(4);
      for (const links of [own, guests, readers]) expect(new Set(await opened(links))).toEqual(new Set([200]));
      const kept = await call('GET', guests[0] ?? '', { as: null });
      expect(kept.headers['cache-control']).toBe('private, no-cache');

      expect((await bind('guest', '')).statusCode).toBe(200);
      expect(new Set(await opened(guests))).toEqual(new Set([404]));
      const again = { 'if-none-match': String(kept.headers.etag) };
      expect((await call('GET', guests[0] ?? '', { as: null, headers: again })).statusCode).toBe(404);
      around.disabled.add('reader');
      expect(new Set(await opened(readers))).toEqual(new Set([401]));
      expect(new Set(await opened(own))).toEqual(new Set([200]));
    }));

  test('security 24: names are only ever shown, and say nothing about the place or the type', () =>
    withPaperwork(open, async ({ create, files: stored }) => {
      const names = [
        'a\r\nSet-Cookie: x=1.png',
        '..\\..\\x.png',
        '../../etc/passwd',
        'CON.png',
        'акт.php.png',
        'a\u0000b.png',
        '\u202egnp.exe',
        `${'я'.repeat(300)}.png`,
        '"; filename=evil.exe',
      ];
      const { files } = await create({ scans: names.map((name) => [name, PNG] as const) });
      expect(files).toHaveLength(names.length);
      for (const { originalName, type } of files) {
        expect(originalName).not.toMatch(/[\p{Cc}\p{Cf}\\/]/u);
        expect(originalName.length).toBeLessThanOrEqual(255);
        expect(type).toBe('image/png');
      }
      expect(files[1]?.originalName).toBe('x.png');
      expect(await stored('scans')).toEqual(files.map(({ fileName }) => fileName).sort());
    }));

  test('security 24: what is no document is refused, and nothing of the form is kept', () =>
    withPaperwork(open, async ({ docflow, directing, task, files, create }) => {
      const { id } = await create({ acceptor: ['anna'] });
      const bad: [string, BlobPart][] = [
        ['a.png', '<html><script>alert(1)</script></html>'],
        ['a.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
        ['a.jpg', '<?php echo 1;'],
        ['a.pdf', 'просто текст'],
        ['a.docx', (await zipOf({ 'a.txt': 'x' })) as BlobPart],
        ['empty.pdf', ''],
        ['polyglot.png', new Blob([PNG, '<script>alert(1)</script>'])],
      ];
      const raw = { directingId: String(directing), taskId: String(task) };
      for (const scan of bad) {
        const fields = { title: 'Договор', acceptor: ['anna'], scans: [['хороший.png', PNG] as const, scan] };
        for (const answer of [
          await docflow('POST', '/', { form: formWith({ ...fields, raw }) }),
          await docflow('PATCH', `/${id}`, { form: formWith(fields) }),
        ]) {
          expect([scan[0], ...said(answer)]).toEqual([scan[0], 400, 'bad mime type']);
        }
      }
      expect([await files('scans'), await files('incoming')]).toEqual([[], []]);
      expect((await create()).num).toBe(2);
    }));

  test('fifty at once, and no fifty-first', () =>
    withPaperwork(open, async ({ create, docflow, files, directing, task }) => {
      const scans = Array.from({ length: 50 }, (_, index) => [`${index}.png`, PNG] as const);
      const { id, files: attached } = await create({ scans });
      expect(attached.map(({ originalName }) => originalName)).toEqual(scans.map(([name]) => name));
      const more = { title: 'Договор', scans: [['ещё.png', PNG] as const] };
      expect(said(await docflow('PATCH', `/${id}`, { form: formWith(more) }))[0]).toBe(413);
      const raw = { directingId: String(directing), taskId: String(task) };
      const form = formWith({ title: 'Договор', scans: [...scans, ['51.png', PNG]], raw });
      expect(said(await docflow('POST', '/', { form }))[0]).toBe(413);
      expect([(await files('scans')).length, await files('incoming')]).toEqual([50, []]);
    }));

  test('a nameless empty file of a form without any is no file', () =>
    withPaperwork(open, async ({ create }) => {
      expect((await create({ scans: [['', '']] })).files).toEqual([]);
    }));

  test('security 43: a disk that fills up is told as such, and leaves neither a document nor a file', () =>
    withPaperwork(open, async ({ docflow, directing, task, files, informator, create }) => {
      const { attachments: scans } = informator.context;
      const { take } = scans;
      let room = 1;
      Object.assign(scans, {
        take: async (...received: Parameters<typeof take>) => {
          if (room-- > 0) return take(...received);
          throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC', syscall: 'write' });
        },
      });
      const raw = { directingId: String(directing), taskId: String(task) };
      const sent = [['а.png', PNG] as const, ['б.png', PNG] as const];
      const form = formWith({ title: 'Договор', scans: sent, raw });
      expect(said(await docflow('POST', '/', { form }))).toEqual([507, 'на сервере закончилось место']);
      expect([await files('scans'), await files('incoming')]).toEqual([[], []]);
      room = 2;
      expect((await create({ scans: sent })).num).toBe(1);
    }));

  test('security 45: a document that stands, though the line broke before that was told, has its files', () =>
    withPaperwork(open, async ({ informator, docflow, create, directing, task, read }) => {
      const { database } = informator.context;
      if (database.dialect === 'sqlite') return;
      const mend = loseAnswers(database);
      const raw = { directingId: String(directing), taskId: String(task) };
      const form = formWith({ title: 'Договор', scans: [['а.png', PNG]], raw });
      expect(said(await docflow('POST', '/', { form }))).toEqual([503, 'service is busy']);
      mend();
      const { id, num } = await create();
      expect(num).toBe(2);
      const { fileName } = (await read(id - 1)).files[0] ?? { fileName: '' };
      expect((await docflow('GET', `/scan/${fileName}`)).statusCode).toBe(200);
    }));

  test('the sweep leaves what documents have or had, and takes what nobody knows', () =>
    withPaperwork(open, async ({ create, docflow, informator, files, filesFolder }) => {
      const { id, files: own } = await create({
        scans: [
          ['а.png', PNG],
          ['б.png', PNG],
        ],
      });
      await docflow('PATCH', `/file/${id}`, { json: { fileName: own[0]?.fileName } });
      const { context } = informator;
      await context.attachments.put('pdf', Buffer.from(PDF));
      await writtenAt(filesFolder, EVENING);
      const later = { ...context, clock: () => EVENING + 7_200_000 };
      expect(await sweepAttachments(context)).toBe(0);
      expect(await sweepAttachments(later)).toBe(1);
      expect(await files('scans')).toEqual(own.map(({ fileName }) => fileName).sort());
    }));
});

aboveSql('large attachments', (open) => {
  test('of fifty megabytes the last byte is taken, and not one more', () =>
    withPaperwork(open, async ({ create, docflow, directing, task, files }) => {
      const content = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(SCAN_FILE_MAX - 9)]);
      const { files: attached } = await create({ scans: [['большой.pdf', content as BlobPart]] });
      expect(attached[0]).toMatchObject({ size: SCAN_FILE_MAX, type: 'application/pdf' });
      const sent = await docflow('GET', `/scan/${attached[0]?.fileName}`);
      expect(sha256(sent.rawPayload)).toBe(sha256(content));
      const raw = { directingId: String(directing), taskId: String(task) };
      const scans = [['больше.pdf', new Blob([content as BlobPart, '!'])] as const];
      const refused = await docflow('POST', '/', { form: formWith({ title: 'Договор', raw, scans }) });
      expect(said(refused)).toEqual([413, 'request entity too large']);
      expect([(await files('scans')).length, await files('incoming')]).toEqual([1, []]);
    }));
});
