import { expect, it } from 'vitest';
import { createSuggest } from '../../../src/lib/ui/suggest-store.ts';

interface Suggestion {
  readonly text: string;
}

const suggestion = (text: string): Suggestion => ({ text });

/** Suggestions whose pause passes only when the test says so. */
function suggestOf(ask: (query: string) => Promise<Suggestion[]>) {
  let waiting: (() => void) | null = null;
  const pauses: number[] = [];
  const suggest = createSuggest(ask, (act, pause) => {
    pauses.push(pause);
    waiting = act;
    return () => {
      waiting = null;
    };
  });
  const shown = () => suggest.$suggestions.get().map(({ text }) => text);
  return { ...suggest, pauses, shown, pass: () => waiting?.() };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('asks once after a pause, for what was typed last', async () => {
  const asked: string[] = [];
  const suggest = suggestOf(async (query) => {
    asked.push(query);
    return [suggestion(query)];
  });
  suggest.type('74');
  suggest.type('740 ');
  suggest.pass();
  await settled();
  expect(asked).toEqual(['740']);
  expect(suggest.pauses).toEqual([150, 150]);
  expect(suggest.shown()).toEqual(['740']);
});

it('drops the late answer to an older text', async () => {
  const late = Promise.withResolvers<Suggestion[]>();
  const suggest = suggestOf((query) => (query === 'old' ? late.promise : Promise.resolve([suggestion(query)])));
  suggest.type('old');
  suggest.pass();
  suggest.type('new');
  suggest.pass();
  await settled();
  late.resolve([suggestion('old')]);
  await settled();
  expect(suggest.shown()).toEqual(['new']);
});

it('shows nothing for one character, for an emptied field and after a failure', async () => {
  const suggest = suggestOf(async (query) => {
    if (query === 'bad') throw new Error('no answer');
    return [suggestion(query)];
  });
  suggest.type('740');
  suggest.pass();
  await settled();
  suggest.type('7');
  expect(suggest.shown()).toEqual([]);
  suggest.type('bad');
  suggest.pass();
  await settled();
  expect(suggest.shown()).toEqual([]);
});
