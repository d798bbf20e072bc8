import { expect, test } from 'vitest';
import { limitWaiting } from '../../../server/catalogue/product-pages/filled-pages.ts';

test('security 48: so many questions wait at once, whoever asks; one more is refused until one is answered or fails', async () => {
  const waits: PromiseWithResolvers<string>[] = [];
  const slow = (name: string) => {
    const wait = Promise.withResolvers<string>();
    waits.push(wait);
    return wait.promise.then((said) => name + said);
  };
  const bound = limitWaiting(2);
  const [cards, parts] = [bound(slow), bound(slow)];
  const [first, second] = [cards('a'), parts('b')];
  await expect(cards('c')).rejects.toThrow('too many pages');
  expect(waits).toHaveLength(2);
  waits[0]?.resolve('!');
  expect(await first).toBe('a!');
  const third = parts('d');
  await expect(cards('e')).rejects.toThrow('too many pages');
  waits[1]?.reject(new Error('no catalogue'));
  await expect(second).rejects.toThrow('no catalogue');
  waits[2]?.resolve('?');
  expect(await third).toBe('d?');
});
