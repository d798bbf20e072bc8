import { describe, expect, it, test } from 'vitest';
import type { RunCounts } from '../../../contract/catalogue/runs.ts';
import { priceLists, verdictOf } from '../../../server/price-lists/sources/mailbox.ts';
import { isPublicAddress } from '../../../server/price-lists/sources/public-address.ts';
import { CLAIM_MS, isDue, type Source } from '../../../server/price-lists/sources/source.ts';
import { DEFAULT_LIMITS, reasonsToStage } from '../../../server/price-lists/sources/staging-reasons.ts';
import { EVENING } from '../../support/moment.ts';

const COUNTS: RunCounts = {
  created: 0,
  priceUp: 0,
  priceDown: 0,
  priceGone: 0,
  stockChanged: 0,
  termsChanged: 0,
  unchanged: 100,
  repeated: 0,
  skipped: 0,
  failed: 0,
  clashing: 0,
  hidden: 0,
};
const moved = (priceBefore: string | null, price: string) => ({
  row: 1,
  positionId: 1,
  article: 'А-1',
  title: 'Фильтр',
  priceBefore,
  price,
  amountBefore: 1,
  amount: 1,
});

describe('an arrival is held', () => {
  it.each([
    ['within all limits', {}, 0],
    ['with a doubt of the dry run', { suspicions: [{ kind: 'prices-moved' as const, text: 'Цены' }] }, 1],
    ['with the last failed row that may be', { counts: { ...COUNTS, failed: 5 } }, 0],
    ['with one failed row more', { counts: { ...COUNTS, failed: 6 } }, 1],
    ['with skipped rows', { counts: { ...COUNTS, skipped: 31 } }, 1],
    ['with a price at its limit', { largest: [moved('10.00', '30.00')] }, 0],
    ['with a price that grows beyond it', { largest: [moved('10.00', '30.01')] }, 1],
    ['with a price that falls beyond it', { largest: [moved('30.01', '10.00')] }, 1],
    ['with a new price and one that is gone', { largest: [moved(null, '30.00'), moved('5.00', '0.00')] }, 0],
  ])('%s', (_, plan, count) => {
    const whole = { counts: COUNTS, suspicions: [], largest: [], rows: 100, ...plan };
    expect(reasonsToStage(whole, DEFAULT_LIMITS)).toHaveLength(count);
  });
});

test.each([
  ['8.8.8.8', true],
  ['2a00:1450:4010::8a', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.31.255.255', false],
  ['172.32.0.1', true],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::', false],
  ['[::1]', false],
  ['::ffff:10.0.0.1', false],
  ['::ffff:8.8.8.8', true],
  ['64:ff9b::a00:1', false],
  ['fd00::1', false],
  ['fe80::1%eth0', false],
  ['2002:7f00:1::', false],
  ['localhost', false],
  ['', false],
])('whether the internet leads to %s: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

test('a mail counts by its sender, wholly or by domain, and by what its subject holds', () => {
  const mail = { from: ['Price@Shop.example'], subject: 'Прайс на 5 июня' };
  expect(verdictOf({ sender: 'price@shop.example', subject: '' }, mail)).toBe('wanted');
  expect(verdictOf({ sender: '@shop.example', subject: 'прайс' }, mail)).toBe('wanted');
  expect(verdictOf({ sender: '@shop.example', subject: 'июня'.normalize('NFD') }, mail)).toBe('wanted');
  expect(verdictOf({ sender: 'ice@shop.example', subject: '' }, mail)).toBe('foreign');
  expect(verdictOf({ sender: '@op.example', subject: '' }, mail)).toBe('foreign');
  expect(verdictOf({ sender: '@shop.example', subject: '' }, { ...mail, from: [] })).toBe('foreign');
  const refusal = (text: RegExp) => ({ refusal: expect.stringMatching(text) });
  expect(verdictOf({ sender: '@shop.example', subject: 'счёт' }, mail)).toEqual(refusal(/в\sтеме нет слов «счёт»/u));
  const others = { ...mail, from: [...mail.from, 'a@other.example'] };
  expect(verdictOf({ sender: '@shop.example', subject: '' }, others)).toEqual(refusal(/другой автор/u));
  for (const sender of ['price@пример.рф', '@пример.рф', 'price@xn--e1afmkfd.xn--p1ai'])
    for (const from of ['price@пример.рф', 'Price@XN--e1afmkfd.xn--p1ai'])
      expect(verdictOf({ sender, subject: '' }, { ...mail, from: [from] })).toBe('wanted');
});

test('price lists hang on mails at any depth, pictures do not count', () => {
  const file = (part: string, name: string, size: number) => ({
    part,
    type: 'application/octet-stream',
    encoding: 'base64',
    size,
    dispositionParameters: { filename: name },
  });
  const structure = {
    type: 'multipart/mixed',
    childNodes: [
      { part: '1', type: 'text/plain', size: 10 },
      {
        type: 'multipart/related',
        part: '2',
        childNodes: [file('2.1', 'logo.png', 100), file('2.2', 'Прайс.XLSX', 400)],
      },
      file('3', 'price.zip', 80),
    ],
  };
  expect(priceLists(structure)).toEqual([
    { part: '2.2', name: 'Прайс.XLSX', bytes: 300 },
    { part: '3', name: 'price.zip', bytes: 60 },
  ]);
  expect(priceLists({ type: 'text/csv', parameters: { name: 'a.csv' }, size: 7 })).toEqual([
    { part: '1', name: 'a.csv', bytes: 7 },
  ]);
  expect(priceLists(undefined)).toEqual([]);
});

test('security 43: a clock that was set back by a day keeps no source from being looked at', () => {
  const source = { isEnabled: true, everyMinutes: 30, checkedAt: null, claimedUntil: 0 } as Source;
  const day = 86_400_000;
  const at = (change: Partial<Pick<Source, 'checkedAt' | 'claimedUntil'>>) =>
    isDue(Object.assign({ ...source }, change), EVENING);
  expect(at({ checkedAt: EVENING - 60_000 })).toBe(false);
  expect(at({ checkedAt: EVENING + day })).toBe(true);
  expect(at({ claimedUntil: EVENING + CLAIM_MS })).toBe(false);
  expect(at({ claimedUntil: EVENING + day + CLAIM_MS })).toBe(true);
});
