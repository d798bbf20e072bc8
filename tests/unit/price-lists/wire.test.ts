import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Cell,
  EMPTY_CELL,
  FORMULA_CELL,
  packRows,
  unpackRows,
} from '../../../server/platform/sheet-reader/messages.ts';

const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value));
const cell: fc.Arbitrary<Cell> = fc.oneof(
  fc.record({ kind: fc.constant('text' as const), text: fc.string({ unit: 'grapheme' }) }),
  fc.record({ kind: fc.constantFrom('number', 'date', 'boolean'), text: fc.string(), number }),
  fc.record({ kind: fc.constantFrom('date' as const, 'error' as const), text: fc.string() }),
  fc.constantFrom(EMPTY_CELL, FORMULA_CELL),
);
const row = fc.record({
  row: fc.integer({ min: 1, max: 1_048_576 }),
  cells: fc.array(fc.tuple(fc.integer({ min: 1, max: 512 }), cell)).map((entries) => new Map(entries)),
  filled: fc.nat(),
});

test('rows come through the pipe as they were read', () => {
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      expect(unpackRows(JSON.parse(JSON.stringify(packRows(rows))))).toEqual(rows);
    }),
  );
});
