// What the shop says of wordings, over the data of the reader.
import { describe, expect, test } from 'vitest';
import { partNames } from '../../../server/catalogue/part-reader/names.ts';
import { type OwnEntry, ownReadings } from '../../../server/catalogue/part-reader/own-readings.ts';
import { readPart } from '../../../server/catalogue/part-reader/read-part.ts';

const entry = (kind: string, word: string, means = ''): OwnEntry => ({ kind, word, means });

function read(text: string, ...entries: OwnEntry[]) {
  const { kind, objects, machines, sides, pieces, roles } = readPart(text, ownReadings(entries));
  const of = (role: string) =>
    pieces
      .filter((_, at) => roles[at] === role)
      .map(({ typed }) => typed)
      .join(' ');
  return {
    kind: kind?.name ?? null,
    objects: objects.map(({ name }) => name),
    machines: machines.map(({ name }) => name),
    sides,
    kindWords: of('kind'),
    rest: of('rest'),
  };
}

describe('a wording of the shop', () => {
  test('names a part that the data do not know, in any form of its words', () => {
    expect(read('Клыкастик левый').kind).toBeNull();
    const own = entry('part', 'клыкастик', 'зуб ковша');
    expect(read('Клыкастик левый', own)).toMatchObject({ kind: 'зуб ковша', kindWords: 'клыкастик', sides: ['левый'] });
    expect(read('2 клыкастика', own).kind).toBe('зуб ковша');
    expect(read('Болт клыкастика', own)).toMatchObject({ kindWords: expect.stringContaining('болт') });
  });

  test('goes over what the data say, the longest first', () => {
    const short = entry('part', 'стартер', 'генератор');
    const long = entry('part', 'стартер в сборе', 'насос водяной');
    expect(read('Стартер КАМАЗ', short)).toMatchObject({ kind: 'генератор', machines: ['КАМАЗ'] });
    expect(read('Стартер в сборе КАМАЗ', short, long).kind).toBe('насос водяной');
    expect(read('Стартер КАМАЗ').kind).toBe('стартер');
  });

  test('is a word of longer names too', () => {
    const known = read('Прокладка насоса водяного').kind;
    expect(known).not.toBe('прокладка');
    expect(read('Прокладка клыкастика', entry('part', 'клыкастик', 'насос водяной')).kind).toBe(known);
  });

  test('as long as a title leaves the machine and the side that it names', () => {
    const title = 'Фара левая КАМАЗ №5';
    expect(read(title, entry('part', title, 'генератор'))).toMatchObject({
      kind: 'генератор',
      machines: ['КАМАЗ'],
      sides: ['левый'],
    });
  });

  test('names a machine', () => {
    const own = entry('machine', 'мишка косолапый', 'КАМАЗ');
    expect(read('Стартер мишка косолапый', own)).toMatchObject({ kind: 'стартер', machines: ['КАМАЗ'], rest: '' });
  });

  test('is not read where the shop says so', () => {
    expect(read('Стартер КАМАЗ', entry('plain', 'камаз'))).toMatchObject({ machines: [], rest: 'камаз' });
    expect(read('Стартер КАМАЗ', entry('plain', 'стартер'))).toMatchObject({ kind: null, machines: ['КАМАЗ'] });
  });

  test('says nothing with a name that the data have no more, or as an entry of another kind', () => {
    expect(ownReadings([entry('part', 'клыкастик', 'нет такой детали'), entry('synonym', 'гбц', 'гайка')])).toBeNull();
  });
});

describe('names of parts and machines', () => {
  test('are found by their forms', () => {
    expect(partNames('part', 'помпа').name).toBe('насос водяной');
    expect(partNames('part', 'Насосы водяные').name).toBe('насос водяной');
    expect(partNames('machine', 'камаз').name).toBe('КАМАЗ');
  });

  test('are offered where there is none such', () => {
    const { name, near } = partNames('part', 'насоз водяной');
    expect(name).toBeNull();
    expect(near).toContain('насос водяной');
    expect(near.length).toBeLessThanOrEqual(5);
    expect(partNames('part', 'насос вод').containing[0]).toBe('насос водяной');
    expect(partNames('machine', 'камаз').containing.length).toBe(20);
  });
});
