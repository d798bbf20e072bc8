import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fieldsOfJson, JsonShape } from '../../../server/platform/http/json-shape.ts';

/** Names and items of a value, counted the slow way. */
function fieldsOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inner = Object.values(value);
  return Math.max(1, inner.length) + inner.reduce((sum: number, item) => sum + fieldsOf(item), 0);
}

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

test('security 52: names, items and depth are told from the bytes alone, wherever these are cut', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.boolean(), fc.nat(200), (value, isSpaced, cut) => {
      const bytes = Buffer.from(JSON.stringify(value, null, isSpaced ? 2 : 0));
      const shape = new JsonShape();
      shape.add(bytes.subarray(0, cut));
      shape.add(bytes.subarray(cut));
      expect([shape.fields, shape.depth]).toEqual([fieldsOf(value), depthOf(value)]);
    }),
    { numRuns: 2_000, seed: 52 },
  );
});

test('security 52: brackets and commas of texts are no fields', () => {
  expect(fieldsOfJson(JSON.stringify({ a: '[{,"\\', 'b,[': ['"', '\\"'] }))).toBe(4);
});
