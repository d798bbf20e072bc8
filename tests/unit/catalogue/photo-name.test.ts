import { describe, expect, test } from 'vitest';
import {
  leadsOutside,
  matchPhoto,
  type NamedPart,
  readPhotoName,
} from '../../../server/catalogue/photos/photo-name.ts';
import { articleKey } from '../../../server/platform/text/article-key.ts';

interface Part extends NamedPart {
  readonly article: string;
}

let last = 0;
const part = (article: string, maker = '', more: Partial<NamedPart> = {}): Part => ({
  id: ++last,
  article,
  key: articleKey(article),
  makers: maker === '' ? [] : [maker],
  brands: [],
  codes: [],
  titles: [],
  ...more,
});

const piston = part('740.1003010-20', 'КАМАЗ', { titles: ['Поршень двигателя'], codes: ['КМ-00123'] });
const filter = part('W 914/2', 'MANN-FILTER', { brands: ['ВАЗ'] });

/** What a name means, in one line. */
function read(name: string, ...parts: readonly Part[]): string {
  const photo = readPhotoName(name);
  const found = parts.filter(({ key }) => photo.keys.includes(key));
  const match = matchPhoto(photo, found);
  if (match.outcome === 'matched') return `${match.part.article} ${match.part.makers[0] ?? '—'} ${match.number}`;
  if (match.outcome === 'ambiguous') return match.parts.map(({ article }) => article).join(' | ');
  return `${match.reason} ${match.words}`.trim();
}

describe('the name of a picture', () => {
  test.each([
    ['740.1003010-20.jpg', '740.1003010-20 КАМАЗ 0'],
    ['740 1003010 20 КАМАЗ.png', '740.1003010-20 КАМАЗ 0'],
    ['КАМАЗ_740.1003010-20_2.webp', '740.1003010-20 КАМАЗ 2'],
    ['740.1003010-20 (3).JPEG', '740.1003010-20 КАМАЗ 3'],
    ['740.1003010-20 — копия (2).jpg', '740.1003010-20 КАМАЗ 2'],
    ['740.1003010-20 КАМАЗ 2.heic', '740.1003010-20 КАМАЗ 2'],
    ['KAMAZ 740-1003010-20.avif', '740.1003010-20 КАМАЗ 0'],
    ['КМ-00123_740.1003010-20.jpg', '740.1003010-20 КАМАЗ 0'],
    ['740.1003010-20_KM00123_КАМАЗ_4.tiff', '740.1003010-20 КАМАЗ 4'],
    ['поршень 740.1003010-20 фото 1.jpg', '740.1003010-20 КАМАЗ 1'],
    ['7401003010-20', '740.1003010-20 КАМАЗ 0'],
    ['папка/W 914-2.jpg', 'W 914/2 MANN-FILTER 0'],
    ['W914_2.jpg', 'W 914/2 MANN-FILTER 0'],
    ['MANN FILTER W 914∕2.jpg', 'W 914/2 MANN-FILTER 0'],
    ['Mann w9142 ВАЗ.gif', 'W 914/2 MANN-FILTER 0'],
    ['folder\\inner\\W_914_2_(02).jpg', 'W 914/2 MANN-FILTER 2'],
  ])('%s means %s', (name, meant) => {
    // KAMAZ in Latin letters is another word than КАМАЗ, but for the look-alikes; the З is none.
    const known = name.startsWith('KAMAZ') ? { ...piston, brands: ['KAMAZ'] } : piston;
    expect(read(name, known, filter)).toBe(meant);
  });

  test('names nothing where no article stands in it', () => {
    for (const name of ['IMG_20240501.jpg', '.jpg', '', '___.png', 'КАМАЗ.jpg', 'п'.repeat(400), '1 '.repeat(200)])
      expect([name, read(name, piston, filter)]).toEqual([name, 'no article']);
  });

  test('of another maker or another article is not taken for this one', () => {
    expect(read('BOSCH 740.1003010-20.jpg', piston)).toBe('other words BOSCH');
    expect(read('740.1003010-20-04А.jpg', piston)).toBe('other words 04А');
    // It may be the second picture, and as well «W 914/2/2».
    expect(read('W 914-2-2.jpg', filter)).toBe('unclear number 2');
  });

  test('that fits several parts leaves the choice to a person', () => {
    const other = part('740.1003010-20', 'МОТОРДЕТАЛЬ');
    expect(read('740.1003010-20.jpg', piston, other)).toBe('740.1003010-20 | 740.1003010-20');
    expect(read('740.1003010-20 моторДеталь.jpg', piston, other)).toBe('740.1003010-20 МОТОРДЕТАЛЬ 0');
    expect(read('КАМАЗ/740.1003010-20.jpg', piston, other)).toBe('740.1003010-20 КАМАЗ 0');
    const short = part('W 914', 'MANN-FILTER');
    expect(read('W 914_2.jpg', filter, short)).toBe('W 914/2 | W 914');
    expect(read('W 914-2.jpg', filter, short)).toBe('W 914/2 MANN-FILTER 0');
    expect(read('W 914.jpg', filter, short)).toBe('W 914 MANN-FILTER 0');
  });

  test('keeps a plus that distinguishes articles', () => {
    const plain = part('BL-25');
    const plus = part('BL+25');
    expect(read('BL-25.jpg', plain, plus)).toBe('BL-25 — 0');
    expect(read('BL+25.jpg', plain, plus)).toBe('BL+25 — 0');
  });

  test('of a short article proves nothing among words that name nothing', () => {
    const two = part('22');
    expect(read('фото 22.jpg', two)).toBe('no article');
    expect(read('22.jpg', two)).toBe('22 — 0');
  });
});

test('a path leads outside by its steps, its root or its drive', () => {
  for (const path of ['../a.jpg', 'a/../../b.jpg', '/etc/a.jpg', '\\\\server\\a.jpg', 'C:\\a.jpg', 'a\\..\\b.jpg'])
    expect([path, leadsOutside(path)]).toEqual([path, true]);
  for (const path of ['a.jpg', 'папка/a..b.jpg', '..a.jpg']) expect([path, leadsOutside(path)]).toEqual([path, false]);
});
