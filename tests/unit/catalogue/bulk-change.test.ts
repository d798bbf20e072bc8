import { describe, expect, it } from 'vitest';
import { CHANGE_FORM } from '../../../contract/catalogue/edit-form.ts';
import { Refusal, readFields } from '../../../contract/fields/field.ts';
import { BLANK, type StoredPosition } from '../../../server/catalogue/context/position.ts';
import { changedPosition, type PositionChange } from '../../../server/catalogue/positions/bulk-change.ts';
import { type BulkForm, bulkChange, NO_CHANGE, withPriceBy } from '../../../src/lib/catalogue/bulk-form.ts';
import type { Done } from '../../../src/lib/catalogue/positions-store.ts';
import { bulk, positions } from '../../../src/lib/catalogue/positions-texts.ts';

const DAYS = { today: 20_000, liveDay: 19_900 };
const position: StoredPosition = {
  ...BLANK,
  id: 1,
  price: 12_350,
  price_day: 19_800,
  amount: 5,
  brand_id: 1,
  provider_id: 2,
};
const changed = (change: PositionChange, before: Partial<StoredPosition> = {}) =>
  changedPosition({ ...position, ...before }, change, DAYS);

describe('a change of many positions', () => {
  it.each<[PositionChange, number, number]>([
    [{ percent: 1_000 }, 12_350, 13_585],
    [{ percent: -1_000 }, 12_350, 11_115],
    [{ percent: 750 }, 1_001, 1_076],
    [{ percent: 1 }, 5_000, 5_001],
    [{ percent: -9_999 }, 100, 1],
    [{ percent: 100_000 }, 9_999_999_999, 109_999_999_989],
    [{ percent: 1_000, roundTo: 10 }, 12_350, 14_000],
    [{ percent: 0, roundTo: 50 }, 12_350, 10_000],
    [{ roundTo: 1 }, 12_350, 12_400],
    [{ roundTo: 100 }, 12_350, 10_000],
    [{ roundTo: 100 }, 900, 10_000],
    [{ price: 9_990 }, 12_350, 9_990],
    [{ price: 0 }, 12_350, 0],
    [{ percent: 1_000 }, 0, 0],
    [{ roundTo: 10 }, 0, 0],
  ])('%j makes %d kopecks %d', (change, before, after) => {
    expect(changed(change, { price: before }).price).toBe(after);
  });

  it('confirms a price that is set, and leaves the age of one that is moved', () => {
    expect(changed({ price: 5_000 })).toMatchObject({ price_day: 20_000, in_stock: 1 });
    expect(changed({ percent: 1_000 })).toMatchObject({ price_day: 19_800, in_stock: 0 });
  });

  it('sets stock, brand and provider, and leaves the rest', () => {
    expect(changed({ amount: 0 }, { price_day: 20_000 })).toMatchObject({ amount: 0, in_stock: 0, price: 12_350 });
    expect(changed({ brandId: 7, providerId: 8 })).toMatchObject({ brand_id: 7, provider_id: 8, amount: 5 });
    expect(changed({})).toEqual(position);
  });

  it('leaves what was removed removed when it is hidden', () => {
    expect(changed({ hidden: 1 }, { hidden: 2 }).hidden).toBe(2);
    expect(changed({ hidden: 0 }, { hidden: 2 }).hidden).toBe(0);
  });
});

describe('what the dialog sends', () => {
  it.each<[Partial<BulkForm>, object]>([
    [{}, {}],
    [{ priceBy: 'set', price: '99,90', roundTo: '10' }, { price: '99,90' }],
    [{ priceBy: 'percent', price: '7,5' }, { percent: '7,5' }],
    [
      { priceBy: 'percent', price: '-10', roundTo: '50' },
      { percent: '-10', roundTo: '50' },
    ],
    [withPriceBy(NO_CHANGE, 'round'), { roundTo: '10' }],
    [withPriceBy({ ...NO_CHANGE, roundTo: '50' }, 'round'), { roundTo: '50' }],
    [withPriceBy(NO_CHANGE, 'percent'), { percent: '' }],
    [{ price: '5', roundTo: '5' }, {}],
    [
      { amount: '0', brandId: '3', providerId: '4' },
      { amount: '0', brandId: 3, providerId: 4 },
    ],
  ])('of %j is what is to change', (typed, sent) => {
    expect(bulkChange({ ...NO_CHANGE, ...typed })).toEqual(sent);
  });

  it('is answered by what really became of them', () => {
    const plain = (text: string) => text.replaceAll('\u00a0', ' ');
    const done = (rest: object) => plain(positions.done({ runId: 1, changed: 2, unchanged: 0, ...rest } as Done));
    expect(done({ action: 'hide' })).toBe('Скрыто: 2 позиции.');
    expect(done({ action: 'hide', unchanged: 1 })).toBe('Скрыто: 2 позиции. Без изменений: 1 позиция.');
    expect(done({ action: 'change', unchanged: 5, refused: 1 })).toBe(
      'Изменено: 2 позиции. Без изменений: 5 позиций. Оставлено как есть, потому что у бренда и поставщика такие уже есть: 1 позиция.',
    );
    expect(plain(bulk.plan({ changed: 0, unchanged: 3, refused: 0 }))).toBe(
      'Ничего не изменится. Без изменений: 3 позиции.',
    );
  });
});

describe('the form of a change of many positions', () => {
  const read = (sent: object) => {
    const values = readFields(CHANGE_FORM, sent);
    return values instanceof Refusal ? values.error : values;
  };

  it.each([
    ['10', 1_000],
    ['7,5', 750],
    ['-10', -1_000],
    ['−10,25', -1_025],
    ['+5', 500],
    [12.5, 1_250],
  ])('reads a percentage of %s', (percent, hundredths) => {
    expect(read({ percent })).toMatchObject({ percent: hundredths });
  });

  it.each([
    [{ percent: '-100' }, 'invalid percent'],
    [{ percent: '1001' }, 'invalid percent'],
    [{ percent: 'на треть' }, 'invalid percent'],
    [{ percent: '' }, 'invalid percent'],
    [{ roundTo: '0' }, 'invalid rounding'],
    [{ roundTo: '0,5' }, 'invalid rounding'],
    [{ price: '-1' }, 'invalid price'],
    [{ amount: 'много' }, 'invalid amount'],
    [{ brandId: 'x' }, 'brand not found'],
    [{ providerId: 0 }, 'provider not found'],
    [{ dryRun: 'да' }, 'invalid change'],
  ])('refuses %j', (sent, error) => {
    expect(read(sent)).toBe(error);
  });
});
