import { describe, expect, it } from 'vitest';
import { matchPosition } from '../../../server/bridge/import/rules/match.ts';

const nameless = { manufacturer_key: '' };
const bosch = { manufacturer_key: 'b0sch' };
const mann = { manufacturer_key: 'mann' };
const match = (
  positions: readonly { manufacturer_key: string }[],
  key: string | undefined,
  touched = false,
) => matchPosition(positions, key, () => touched);

describe('which position a row means', () => {
  it('a new one where the article is not known', () => {
    expect(match([], undefined)).toEqual({ kind: 'new' });
    expect(match([], 'mann')).toEqual({ kind: 'new' });
    expect(match([], '')).toEqual({ kind: 'new' });
  });

  it('without a manufacturer column: the only one, whatever its manufacturer; of several none', () => {
    expect(match([bosch], undefined)).toEqual({ kind: 'found', position: bosch });
    expect(match([nameless], undefined)).toEqual({ kind: 'found', position: nameless });
    expect(match([nameless, bosch], undefined)).toEqual({ kind: 'ambiguous' });
  });

  it('with a manufacturer: the one of that manufacturer', () => {
    expect(match([nameless, bosch, mann], 'mann')).toEqual({ kind: 'found', position: mann });
    expect(match([bosch], 'mann')).toEqual({ kind: 'new' });
  });

  it('takes over the only one when it has no manufacturer, unless the file itself has named it', () => {
    expect(match([nameless], 'mann')).toEqual({ kind: 'takeover', position: nameless });
    expect(match([nameless], 'mann', true)).toEqual({ kind: 'new' });
    expect(match([nameless, bosch], 'mann')).toEqual({ kind: 'new' });
  });

  it('with an empty manufacturer cell: the nameless one first, then the only one, of several none', () => {
    expect(match([bosch, nameless], '')).toEqual({ kind: 'found', position: nameless });
    expect(match([bosch], '')).toEqual({ kind: 'found', position: bosch });
    expect(match([bosch, mann], '')).toEqual({ kind: 'ambiguous' });
  });
});
