import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createEpisodes, logOncePerEpisode } from '../../../server/platform/http-server/trouble-log.ts';

const failure = (code: string) => Object.assign(new Error(code), { code });

function calm() {
  const lines: string[] = [];
  const destination = new Writable({
    write(line, _encoding, done) {
      const { msg, err } = JSON.parse(String(line)) as { msg: string; err?: { message: string } };
      lines.push([msg, err?.message].filter(Boolean).join(': '));
      done();
    },
  });
  const episodes = createEpisodes();
  return { lines, episodes, log: logOncePerEpisode(pino({ level: 'info' }, destination), episodes) };
}

test('security 56: a full disk is told once until it is over, whoever runs into it', () => {
  const { lines, episodes, log } = calm();
  for (let n = 0; n < 3; n++) log.error({ err: failure('ENOSPC') }, 'request failed');
  log.child({ reqId: 7 }).warn({ err: failure('ENOSPC') }, 'a mail was not sent');
  expect(lines).toEqual(['request failed: ENOSPC']);
  expect(episodes.isOpen).toBe(true);
  episodes.end();
  expect(episodes.isOpen).toBe(false);
  log.child({ reqId: 8 }).error({ err: failure('ENOSPC') }, 'request failed');
  expect(lines).toEqual(['request failed: ENOSPC', 'request failed: ENOSPC']);
});

test('security 56: another trouble, a mistake and an information are told all the same', () => {
  const { lines, log } = calm();
  log.error({ err: failure('ENOSPC') }, 'first');
  log.error({ err: failure('57P01') }, 'second');
  log.error({ err: new Error('a bug') }, 'third');
  log.error({ err: new Error('a bug') }, 'third');
  log.error({ err: failure('55P03') }, 'a lock');
  log.error({ err: failure('55P03') }, 'a lock');
  log.error('plain');
  log.info({ n: 1 }, 'information');
  expect(lines).toEqual([
    'first: ENOSPC',
    'second: 57P01',
    'third: a bug',
    'third: a bug',
    'a lock: 55P03',
    'a lock: 55P03',
    'plain',
    'information',
  ]);
});
