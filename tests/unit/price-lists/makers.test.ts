import { describe, expect, it } from 'vitest';
import { type MakerRules, makerOf, parseSynonyms } from '../../../server/price-lists/rules/manufacturers.ts';

const NONE: MakerRules = { manufacturerFixed: '', isMakerInHeadings: false, synonyms: {} };

describe('names that stand for manufacturers', () => {
  it('are found in any spelling, by line or semicolon', () => {
    const synonyms = parseSynonyms('HYUNDAI/KIA = MOBIS, HYUNDAI, Kia\nКамаз = КАМАЗ ПТК; MANN = Mann-Filter') ?? {};
    const named = (said: string) => makerOf(said, '', { ...NONE, synonyms });
    expect(['Mobis', 'KIA', 'hyundai kia', 'КАМАЗ-ПТК', 'камаз', 'MANN FILTER', 'BOSCH', ''].map(named)).toEqual([
      'HYUNDAI/KIA',
      'HYUNDAI/KIA',
      'HYUNDAI/KIA',
      'Камаз',
      'Камаз',
      'MANN',
      'BOSCH',
      '',
    ]);
  });

  it.each([
    'MOBIS',
    'A =',
    '= B',
    'A = B = C',
    'A = -',
    'A = B\nA = C',
    'A = B\nC = B',
    'A = B\nB = C',
    'B = C\nA = B',
    'A = B; B = B, C',
    `A = ${'x'.repeat(201)}`,
    Array.from({ length: 600 }, (_, at) => `A${at} = B${at}`).join('\n'),
  ])('are refused as «%s»', (text) => expect(parseSynonyms(text)).toBeNull());

  it('are none in an empty text', () => expect(parseSynonyms(' \n')).toEqual({}));
});

describe('the manufacturer of a row', () => {
  it.each<[string, string | undefined, string, Partial<MakerRules>, string | undefined]>([
    ['is that of its cell', 'BOSCH', 'MANN', { manufacturerFixed: 'KNECHT', isMakerInHeadings: true }, 'BOSCH'],
    ['else that of the heading', '', 'MANN', { manufacturerFixed: 'KNECHT', isMakerInHeadings: true }, 'MANN'],
    ['else the one of the form', '-', '', { manufacturerFixed: 'KNECHT', isMakerInHeadings: true }, 'KNECHT'],
    ['is that of the form without a column', undefined, '', { manufacturerFixed: 'KNECHT' }, 'KNECHT'],
    ['is nobody above the first heading', undefined, '', { isMakerInHeadings: true }, ''],
    ['is nobody for an empty cell', '', '', {}, ''],
    ['stays a dash where nothing else is said', '-', '', {}, '-'],
    ['is not asked for without any source', undefined, '', {}, undefined],
  ])('%s', (_case, said, heading, rules, maker) => {
    expect(makerOf(said, heading, { ...NONE, ...rules })).toBe(maker);
  });
});
