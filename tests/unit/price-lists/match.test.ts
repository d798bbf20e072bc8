import { describe, expect, it } from 'vitest';
import { matchPosition } from '../../../server/price-lists/apply/match-position.ts';

interface Position {
  readonly manufacturer_key: string;
}
type Facts = Parameters<typeof matchPosition<Position>>[2];

const nameless = { manufacturer_key: '' };
const bosch = { manufacturer_key: 'b0sch' };
const mann = { manufacturer_key: 'mann' };

const facts = (namesMaker: boolean | null, isNamed = false): Facts => ({
  namesMaker,
  isNamed: () => isNamed,
  isRemoved: () => false,
});
const EARLY = facts(null);
const found = (position: Position) => ({ kind: 'found', position });

describe('which position a row means', () => {
  it('a new one where the article is not known', () => {
    for (const key of [undefined, 'mann', '']) expect(matchPosition([], key, EARLY)).toEqual({ kind: 'new' });
  });

  it('without a manufacturer column: the only one, whatever its manufacturer; of several none', () => {
    expect(matchPosition([bosch], undefined, EARLY)).toEqual(found(bosch));
    expect(matchPosition([nameless], undefined, EARLY)).toEqual(found(nameless));
    expect(matchPosition([nameless, bosch], undefined, EARLY)).toEqual({ kind: 'ambiguous' });
  });

  it('with a manufacturer: the one of that manufacturer', () => {
    expect(matchPosition([nameless, bosch, mann], 'mann', EARLY)).toEqual(found(mann));
    expect(matchPosition([bosch], 'mann', EARLY)).toEqual({ kind: 'new' });
    expect(matchPosition([nameless, bosch], 'mann', EARLY)).toEqual({ kind: 'new' });
  });

  it('takes over the only one when it has no manufacturer, once no row of the file can name that one', () => {
    expect(matchPosition([nameless], 'mann', EARLY)).toEqual({ kind: 'wait' });
    expect(matchPosition([nameless], 'mann', facts(false))).toEqual({ kind: 'takeover', position: nameless });
    expect(matchPosition([nameless], 'mann', facts(false, true))).toEqual({ kind: 'new' });
    expect(matchPosition([nameless], 'mann', facts(null, true))).toEqual({ kind: 'new' });
  });

  it('with an empty manufacturer cell: the nameless one', () => {
    expect(matchPosition([bosch, nameless], '', EARLY)).toEqual(found(nameless));
  });

  it('with an empty cell and no nameless one: the only one, unless the file names makers of the article', () => {
    expect(matchPosition([bosch], '', EARLY)).toEqual({ kind: 'wait' });
    expect(matchPosition([bosch], '', facts(false))).toEqual(found(bosch));
    expect(matchPosition([bosch, mann], '', facts(false))).toEqual({ kind: 'ambiguous' });
    expect(matchPosition([bosch], '', facts(true))).toEqual({ kind: 'new' });
    expect(matchPosition([bosch, mann], '', facts(true))).toEqual({ kind: 'new' });
  });

  it('means one that was removed only where no other is, and gives its identity to nobody else', () => {
    const removing = (namesMaker: boolean | null, ...removed: Position[]): Facts => ({
      ...facts(namesMaker),
      isRemoved: (position) => removed.includes(position),
    });
    expect(matchPosition([bosch], undefined, removing(null, bosch))).toEqual(found(bosch));
    expect(matchPosition([bosch, mann], undefined, removing(null, bosch))).toEqual(found(mann));
    expect(matchPosition([bosch, mann], undefined, removing(null, bosch, mann))).toEqual({ kind: 'new' });
    expect(matchPosition([nameless, mann], undefined, removing(null, nameless, mann))).toEqual(found(nameless));
    expect(matchPosition([nameless, mann], 'mann', removing(false, mann))).toEqual(found(mann));
    expect(matchPosition([nameless, bosch], 'mann', removing(false, bosch))).toEqual({
      kind: 'takeover',
      position: nameless,
    });
    expect(matchPosition([nameless], 'mann', removing(null, nameless))).toEqual({ kind: 'wait' });
  });
});
