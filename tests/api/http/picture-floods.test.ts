// @module-tag deep
import { type AddressInfo, connect } from 'node:net';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { INFORMATOR } from '../../../contract/api.ts';
import {
  PICTURE_UPLOADS_OF_USER,
  PICTURES_AT_A_TIME,
  PICTURES_MEMORY_MAX,
  PICTURES_WAITING_MAX,
} from '../../../contract/limits.ts';
import { pictureTurns } from '../../../server/platform/files/picture.ts';
import { withBridge } from '../../support/bridge.ts';
import { occupyPictures } from '../../support/busy-pictures.ts';
import { eachDialect } from '../../support/databases.ts';
import type { Answer } from '../../support/request.ts';
import { type Staff, withStaff } from '../people/staff.ts';
import { withSlides } from '../slides/slides.ts';

const IDLE = { decoding: 0, waiting: 0, reservedBytes: 0 };
const drawn = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
function formOf(field: string, content: Uint8Array, fields: Readonly<Record<string, string>> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append(field, new Blob([content as BlobPart], { type: 'image/png' }), 'a.png');
  return form;
}
const sendPhoto = ({ call }: Staff, as: string, content: Uint8Array) =>
  call('PATCH', '/user/photo', { as, form: formOf('photo', content) });
const refusal = (answer: Answer) => [answer.statusCode, answer.json(), Number(answer.headers['retry-after']) > 0];
const BUSY = [503, { error: 'service is busy' }, true];
const TOO_MANY = [429, { error: 'too many requests' }, true];

/** Looks again and again until it is so; the test's own time limit ends what never comes. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Takes all places in the queue for one test. */
function occupied(free = 0): () => Promise<void> {
  const release = occupyPictures(free);
  onTestFinished(release);
  return release;
}

/** How many more uploads of a user may be under way: of one too many, so many wait and are made while no other user waits. */
async function placesOf(staff: Staff, user: string, png: Uint8Array): Promise<number> {
  const all = PICTURE_UPLOADS_OF_USER + 1;
  const release = occupied(all);
  const { waiting } = pictureTurns.load();
  let refused = 0;
  const sent = Array.from({ length: all }, async () => {
    const answer = await sendPhoto(staff, user, png);
    if (answer.statusCode === 429) refused++;
    return answer.statusCode;
  });
  await until(() => pictureTurns.load().waiting - waiting + refused === all);
  await release();
  return (await Promise.all(sent)).filter((status) => status === 200).length;
}

/** An upload of a photo byte by byte, over a socket of its own. */
async function upload(staff: Staff, as: string, content: Uint8Array) {
  if (!staff.app.server.listening) await staff.app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((staff.app.server.address() as AddressInfo).port, '127.0.0.1');
  let answer = '';
  socket.on('data', (data) => {
    answer += data;
  });
  socket.on('error', () => {});
  const encoded = new Response(formOf('photo', content));
  const body = Buffer.from(await encoded.arrayBuffer());
  const head = [
    `PATCH ${INFORMATOR}/user/photo HTTP/1.1`,
    'Host: x',
    'Connection: close',
    `Authorization: Bearer ${as}`,
    `Content-Type: ${encoded.headers.get('content-type')}`,
    `Content-Length: ${body.length}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  return {
    first: () => socket.write(body.subarray(0, body.length - 100)),
    rest: () => socket.write(body.subarray(body.length - 100)),
    abort: () => socket.destroy(),
    answer: async () => {
      await new Promise((resolve) => socket.once('close', resolve));
      return answer;
    },
  };
}

eachDialect('security 51: while too many pictures wait', (open) => {
  test('a photo of a profile, of a position and a slide with a picture are 503 with Retry-After, and nothing is left on the disk', async () => {
    const png = await drawn(64);
    await withStaff(open, async (staff) => {
      await staff.join('ivan', 'Иван');
      const release = occupied();
      expect(refusal(await sendPhoto(staff, 'ivan', png))).toEqual(BUSY);
      expect([await staff.files('incoming'), await staff.files('photos')]).toEqual([[], []]);
      await release();
      expect((await sendPhoto(staff, 'ivan', png)).statusCode).toBe(200);
    });
    await withBridge(open, async (shop) => {
      const [id = 0] = await shop.add({ article: 'A-1' });
      const send = () => shop.call('PATCH', `/card/${id}/photo`, { form: formOf('photo', png) });
      const release = occupied();
      expect(refusal(await send())).toEqual(BUSY);
      expect((await shop.call('GET', `/card/${id}`)).json()).toMatchObject({ photo: null });
      await release();
      expect((await send()).statusCode).toBe(200);
    });
    await withSlides(open, async (slides) => {
      const send = () => slides.call('POST', '/', { form: formOf('images', png, { title: 'Слайд' }) });
      const release = occupied();
      expect(refusal(await send())).toEqual(BUSY);
      expect(await slides.images()).toEqual([]);
      const plain = await slides.call('POST', '/', { json: { title: 'Без картинок' } });
      expect(plain.statusCode).toBe(201);
      await release();
      expect((await send()).statusCode).toBe(201);
    });
    expect(pictureTurns.load()).toEqual(IDLE);
  });

  test('one whose body ends when the queue has filled is 503 too, and its file is gone', () =>
    withStaff(open, async (staff) => {
      await staff.join('ivan', 'Иван');
      const png = await drawn(64);
      const sent = await upload(staff, 'ivan', png);
      sent.first();
      await until(async () => (await staff.files('incoming')).length === 1);
      const release = occupied();
      sent.rest();
      const answer = await sent.answer();
      expect(answer).toMatch(/^HTTP\/1\.1 503 .*\r\nretry-after: \d/is);
      expect([await staff.files('incoming'), await staff.files('photos')]).toEqual([[], []]);
      await release();
      expect(await placesOf(staff, 'ivan', png)).toBe(PICTURE_UPLOADS_OF_USER);
    }));
});

eachDialect('security 51: one user', (open) => {
  test('has so many uploads under way and no more, which is nothing to others', () =>
    withStaff(open, async (staff) => {
      for (const user of ['ivan', 'olga']) await staff.join(user, user);
      const png = await drawn(64);
      const release = occupied(PICTURE_UPLOADS_OF_USER + 1);
      const waiting = Array.from({ length: PICTURE_UPLOADS_OF_USER }, () => sendPhoto(staff, 'ivan', png));
      await until(() => pictureTurns.load().waiting === PICTURES_WAITING_MAX - 1);
      expect(refusal(await sendPhoto(staff, 'ivan', png))).toEqual(TOO_MANY);
      const other = sendPhoto(staff, 'olga', png);
      await until(() => pictureTurns.isFull());
      await release();
      const answers = await Promise.all([...waiting, other]);
      expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
      expect(await placesOf(staff, 'ivan', png)).toBe(PICTURE_UPLOADS_OF_USER);
    }));

  test('whose picture is none has the place again', () =>
    withStaff(open, async (staff) => {
      await staff.join('ivan', 'Иван');
      const wrong = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
      for (let time = 0; time <= PICTURE_UPLOADS_OF_USER; time++) {
        expect((await sendPhoto(staff, 'ivan', wrong)).statusCode).toBe(400);
      }
      expect(pictureTurns.load()).toEqual(IDLE);
      expect(await placesOf(staff, 'ivan', await drawn(64))).toBe(PICTURE_UPLOADS_OF_USER);
    }));

  test('who goes away in the middle of an upload has the place again', () =>
    withStaff(open, async (staff) => {
      await staff.join('ivan', 'Иван');
      const png = await drawn(64);
      const received = async (files: number) => until(async () => (await staff.files('incoming')).length === files);
      const begun = await upload(staff, 'ivan', png);
      begun.first();
      await received(1);
      begun.abort();
      await received(0);
      expect(await staff.files('photos')).toEqual([]);

      const again = await upload(staff, 'ivan', png);
      again.first();
      await received(1);
      expect(await placesOf(staff, 'ivan', png)).toBe(PICTURE_UPLOADS_OF_USER - 1);
      again.abort();
      await received(0);
      expect(await placesOf(staff, 'ivan', png)).toBe(PICTURE_UPLOADS_OF_USER);
    }));

  test('who goes away while his picture waits has the place again', () =>
    withStaff(open, async (staff) => {
      await staff.join('ivan', 'Иван');
      const png = await drawn(64);
      const release = occupied(1);
      const whole = await upload(staff, 'ivan', png);
      whole.first();
      whole.rest();
      await until(() => pictureTurns.isFull());
      whole.abort();
      await until(async () => (await staff.files('incoming')).length === 0);
      expect(pictureTurns.load().waiting).toBe(PICTURES_WAITING_MAX - 1);
      await release();
      expect(await staff.files('photos')).toEqual([]);
      expect(await placesOf(staff, 'ivan', png)).toBe(PICTURE_UPLOADS_OF_USER);
    }));

  test('who sends photos without end is 429 before anything is read', () =>
    withStaff(open, async (staff) => {
      await staff.join('ivan', 'Иван');
      const wrong = Buffer.from('no picture');
      const times = 20;
      for (let time = 0; time < times; time++) await sendPhoto(staff, 'ivan', wrong);
      expect(refusal(await sendPhoto(staff, 'ivan', await drawn(64)))).toEqual(TOO_MANY);
    }));
});

eachDialect('security 51: of sixty pictures at once', (open) => {
  test(
    'some are made and the others refused, neither cap is passed, and nothing is left over',
    { timeout: 60_000 },
    () =>
      withStaff(open, async (staff) => {
        const users = Array.from({ length: 30 }, (_, at) => `user${at}`);
        for (const user of users) await staff.join(user, user);
        const large = await drawn(2_500);
        const seen = { decoding: 0, waiting: 0, reservedBytes: 0 };
        const watch = setInterval(() => {
          const { decoding, waiting, reservedBytes } = pictureTurns.load();
          seen.decoding = Math.max(seen.decoding, decoding);
          seen.waiting = Math.max(seen.waiting, waiting);
          seen.reservedBytes = Math.max(seen.reservedBytes, reservedBytes);
        }, 1);
        const answers = await Promise.all([...users, ...users].map((user) => sendPhoto(staff, user, large)));
        clearInterval(watch);
        const made = answers.filter(({ statusCode }) => statusCode === 200);
        const refused = answers.filter(({ statusCode }) => statusCode !== 200);
        expect(made.length).toBeGreaterThanOrEqual(PICTURES_WAITING_MAX);
        expect(refused.length).toBeGreaterThan(0);
        for (const answer of refused) expect(refusal(answer)).toEqual(BUSY);
        expect(seen.decoding).toBe(PICTURES_AT_A_TIME);
        expect(seen.waiting).toBeLessThanOrEqual(PICTURES_WAITING_MAX);
        expect(seen.reservedBytes).toBeGreaterThan(0);
        expect(seen.reservedBytes).toBeLessThanOrEqual(PICTURES_MEMORY_MAX);
        expect(pictureTurns.load()).toEqual(IDLE);
        expect(await staff.files('incoming')).toEqual([]);
      }),
  );
});
