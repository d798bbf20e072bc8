import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { segmentsOf, toHtml } from '../../../rules/markdown/index.ts';
import { mergeFields, mergeTexts, mergeWhole } from '../../../src/lib/markdown/merge.ts';
import { markupTexts } from '../../support/markup.ts';

const bare = (html: string) => html.replace(/<br\/>|\s/g, '');
const partsOf = (text: string) => segmentsOf(text).map(({ start, end }) => text.slice(start, end));
const merged = (base: string, mine: string, theirs: string) => mergeTexts(base, mine, theirs);

describe('the parts of a text', () => {
  test('are what the converter makes an element of', () => {
    expect(partsOf('# а\nб\nв\n\n- г\n  д\n- е\n> ё\nж\n\n+7 1\n+7 2\n| a |\n|-|\n| b |\nз\n```\n\nи\n```\nк')).toEqual(
      ['# а', 'б', 'в', '- г\n  д\n- е', '> ё\nж', '+7 1\n+7 2', '| a |\n|-|\n| b |', 'з', '```\n\nи\n```', 'к'],
    );
  });

  test('are converted alike alone and in their place, and are all of the text', () => {
    fc.assert(
      fc.property(markupTexts, (text) => {
        expect(mergeTexts(text, text, text).take([])).toBe(text);
        expect(
          bare(
            partsOf(text)
              .map((part) => toHtml(part))
              .join(''),
          ),
        ).toBe(bare(toHtml(text)));
      }),
      { numRuns: 20_000 },
    );
  });
});

/** Texts of few different paragraphs, so that changes meet. */
const texts = fc
  .array(fc.constantFrom('а', 'б', 'в', '# г', '- д\n- е', '+7 1\n+7 2'), { maxLength: 6 })
  .map((parts) => parts.join('\n\n'));

describe('merging', () => {
  test('takes changes of different paragraphs by itself', () => {
    const { overlaps, take } = merged('Один\n\nДва\n\nТри', 'Один!\n\nДва\n\nТри', 'Один\n\nДва\n\nТри и\n\nчетыре');
    expect(overlaps).toEqual([]);
    expect(take([])).toBe('Один!\n\nДва\n\nТри и\n\nчетыре');
    expect(merged('а\nб', 'а1\nб', 'а\nб1').take([])).toBe('а1\nб1');
    expect(merged('а\n\nб\n\nв', 'а\n\nв', 'а\n\nб\n\nв1').take([])).toBe('а\n\nв1');
  });

  test('asks about one paragraph that both changed, and keeps either or both', () => {
    const { overlaps, take } = merged(
      'Начало\n\nЦена 1\n\nКонец',
      'Начало\n\nЦена 2\n\nКонец',
      'Начало\n\nЦена 3\n\nКонец',
    );
    expect(overlaps).toEqual([{ mine: 'Цена 2', theirs: 'Цена 3', joins: true }]);
    expect(take(['mine'])).toContain('Цена 2');
    expect(take(['theirs'])).toBe('Начало\n\nЦена 3\n\nКонец');
    expect(take(['both'])).toBe('Начало\n\nЦена 3\n\nЦена 2\n\nКонец');
  });

  test('asks when both put something into one place, and where one took out what the other changed', () => {
    expect(merged('а', 'а\n\nб', 'а\n\nв').overlaps).toHaveLength(1);
    const [overlap] = merged('а\n\nб', 'а', 'а\n\nб1').overlaps;
    expect(overlap?.mine.trim()).toBe('');
    expect(overlap?.theirs.trim()).toBe('б1');
  });

  test('changes nothing where one of the two changed nothing, and takes a change that both made once', () => {
    fc.assert(
      fc.property(fc.oneof(texts, markupTexts), fc.oneof(texts, markupTexts), (base, other) => {
        for (const [mine, theirs] of [
          [base, other],
          [other, base],
          [other, other],
        ] as const) {
          const { overlaps, take } = merged(base, mine, theirs);
          expect(overlaps).toEqual([]);
          expect(take([])).toBe(other);
        }
      }),
    );
  });

  test('is symmetric, and loses no paragraph that somebody wrote', () => {
    fc.assert(
      fc.property(texts, texts, texts, (base, mine, theirs) => {
        const one = merged(base, mine, theirs);
        const other = merged(base, theirs, mine);
        expect(other.overlaps).toEqual(
          one.overlaps.map((overlap) => ({ ...overlap, mine: overlap.theirs, theirs: overlap.mine })),
        );
        const mirrored = { mine: 'theirs', theirs: 'mine' } as const;
        for (const side of ['mine', 'theirs'] as const) {
          expect(other.take(other.overlaps.map(() => mirrored[side]))).toBe(one.take(one.overlaps.map(() => side)));
        }
        const result = one.take(one.overlaps.map(() => 'both'));
        const known = new Set(partsOf(base));
        for (const part of [...partsOf(mine), ...partsOf(theirs)]) {
          if (!known.has(part)) expect(result).toContain(part);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('brings fields together, each in its own way', () => {
    const fields = mergeFields({
      title: mergeWhole('а', 'б', 'в', (text) => text),
      message: mergeTexts('x\n\ny', 'x1\n\ny', 'x\n\ny1'),
      isPublic: mergeWhole(false, false, true, String),
    });
    expect(fields.overlaps).toEqual([{ mine: 'б', theirs: 'в', joins: false }]);
    expect(fields.take(['theirs'])).toEqual({ title: 'в', message: 'x1\n\ny1', isPublic: true });
    expect(fields.take(['mine'])).toMatchObject({ title: 'б' });
  });
});
