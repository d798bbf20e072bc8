import { describe, expect, it } from 'vitest';
import { brandOf, brandsOf, parseBrands } from '../../../server/price-lists/rules/manufacturers.ts';
import {
  areBrandRows,
  brandMistakes,
  readBrandRows,
  typedMakers,
  writeBrandRows,
} from '../../../src/lib/price-lists/upload/typed-rules.ts';

describe('brands by manufacturer', () => {
  it('are read as the form writes them, and stay as they are typed', () => {
    const rows = [
      { makers: 'BOSCH, MANN ', brandId: '12' },
      { makers: 'КАМАЗ', brandId: '7' },
    ];
    const text = writeBrandRows(rows);
    expect(readBrandRows(text)).toEqual(rows);
    expect(areBrandRows(text)).toBe(true);
    const table = parseBrands(text) ?? {};
    expect(brandsOf({ brandId: 1, brandByManufacturer: table })).toEqual([1, 12, 7]);
    const rules = { brandId: 1, brandByManufacturer: table };
    expect(Object.keys(table).map((key) => brandOf(rules, key))).toEqual([12, 12, 7]);
    for (const key of ['zmz', '', undefined, 'constructor', '__proto__']) expect(brandOf(rules, key)).toBe(1);
  });

  it('a new row is kept though nothing is typed in it yet', () => {
    const blank = { makers: '', brandId: '' };
    expect(readBrandRows(writeBrandRows([blank, blank]))).toEqual([blank, blank]);
    expect(typedMakers('A=1;\nB')).toBe('A1B');
  });

  it.each<[string, string[]]>([
    ['=12', ['makers']],
    ['BOSCH,=12', ['makers']],
    ['BOSCH=', ['brand']],
    ['BOSCH, Bosch=12', ['twice']],
    ['BOSCH=0', ['brand']],
  ])('«%s» is refused by the form and by the service', (text, mistakes) => {
    expect(brandMistakes(readBrandRows(text))).toEqual([mistakes]);
    expect(parseBrands(text)).toBe(null);
  });

  it('a manufacturer in two rows is refused', () => {
    expect(brandMistakes(readBrandRows('BOSCH=1\nbosch =2'))).toEqual([[], ['twice']]);
    expect(parseBrands('BOSCH=1\nbosch =2')).toBe(null);
  });
});
