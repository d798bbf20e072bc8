import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UPLOAD_RULES } from '../../../contract/limits.ts';
import type { Cell } from '../../../server/platform/sheet-reader/messages.ts';
import { decimalOf, fractionOf } from '../../../server/platform/sheets/decimal.ts';
import { readRow } from '../../../server/price-lists/rules/row.ts';
import { purchasePrice, sellingKopecks } from '../../../server/price-lists/rules/selling-price.ts';
import { settingsOf, wrongField } from '../../../server/price-lists/settings/import-settings.ts';

/** Pieces of which rules are made, in any order. */
const piece = fc.constantFrom(
  ...['0', '10', '1 000', '92,5', '-', '–', ':', ';', '=', ',', '%', '\n', ' ', 'up', 'add', 'USD', '€', 'руб.'],
  ...['BOSCH', 'б/у', 'code', 'title', 'groups', 'skip', '«', '\ud800', '\u0000'],
);
const text = fc.oneof(
  fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
  fc.string({ maxLength: 20 }),
);
const form = fc.dictionary(fc.constantFrom(...UPLOAD_RULES, 'currency', 'rate', 'currencyColumn', 'code'), text);
const cell: fc.Arbitrary<Cell> = fc.oneof(
  text.map((said): Cell => ({ kind: 'text', text: said })),
  fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .map((number): Cell => ({ kind: 'number', text: String(number), number })),
);

const plain = { vat: null, bands: [], profit: decimalOf('0'), rounding: null };

describe('any rules', () => {
  it('are refused or taken, and then every row is read or reported', () => {
    fc.assert(
      fc.property(form, fc.array(cell, { maxLength: 5 }), (fields, cells) => {
        if (wrongField(fields) !== null) return;
        const row = { row: 1, cells: new Map(cells.map((each, at) => [at + 1, each] as const)) };
        const reading = readRow(row, settingsOf(fields));
        if (reading.kind !== 'position') return;
        const { price = 0 } = reading.candidate.fields;
        expect(Number.isSafeInteger(price) && price >= 0).toBe(true);
      }),
    );
  });

  it('round a price up by less than a step, and to the nearest by half a step, unless it would be none', () => {
    const rule = fc
      .tuple(fc.integer({ min: 1, max: 1_000 }), fc.nat())
      .map(([step, less]) => ({ step: step * 100, less: (less % step) * 100 }));
    const roundPrice = (kopecks: number, rounding: Parameters<typeof sellingKopecks>[2]['rounding']) =>
      sellingKopecks({ over: BigInt(kopecks), under: 100n }, null, { ...plain, rounding });
    fc.assert(
      fc.property(rule, fc.integer({ min: 1, max: 1e12 }), (said, kopecks) => {
        const up = roundPrice(kopecks, { ...said, direction: 'up' });
        const nearest = roundPrice(kopecks, { ...said, direction: 'nearest' });
        expect((up + said.less) % said.step).toBe(0);
        expect(up - kopecks).toBeGreaterThanOrEqual(0);
        expect(up - kopecks).toBeLessThan(said.step);
        expect(nearest === up || nearest === up - said.step).toBe(true);
        expect(nearest).toBeGreaterThan(0);
        if (nearest < up) expect(kopecks - nearest).toBeLessThan(said.step / 2);
      }),
    );
  });

  it('put on a tax that they take out again', () => {
    const price = fc.integer({ min: 1, max: 1e11 }).map((kopecks) => ({ units: BigInt(kopecks), scale: 2 }));
    const tax = fc.integer({ min: 1, max: 1_000 }).map((tenths) => ({ units: BigInt(tenths), scale: 1 }));
    fc.assert(
      fc.property(price, tax, (value, percent) => {
        const { over, under } = purchasePrice(value, null, { by: 'remove', percent }, null);
        const whole = fractionOf(percent);
        const taxed = { over: over * (100n * whole.under + whole.over), under: under * 100n * whole.under };
        expect(sellingKopecks(taxed, null, plain)).toBe(Number(value.units));
      }),
    );
  });
});
