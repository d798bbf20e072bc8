import { describe, expect, it } from 'vitest';
import { fairTurns } from '../../../server/http/fair-turns.ts';

/** Work that begins and ends when the test says so. */
function bench(turns: Parameters<typeof fairTurns>[0]) {
  const inTurn = fairTurns(turns);
  const begun: string[] = [];
  const end = new Map<string, () => void>();
  const start = (caller: string, name: string) =>
    inTurn(caller, () => {
      begun.push(name);
      return new Promise<string>((resolve) => end.set(name, () => resolve(name)));
    });
  return { begun, start, end: (name: string) => end.get(name)?.() };
}

/** Until everything that may begin has begun. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

const busy = { status: 503, message: 'service is busy' };

describe('security 84: turns among strangers', () => {
  it('let others pass whoever is already served', async () => {
    const { begun, start, end } = bench({ atATime: 2, waiting: 5, ofOne: 3 });
    const works = [start('one', 'a'), start('one', 'b'), start('other', 'c')];
    await settled();
    expect(begun).toEqual(['a', 'c']);
    const third = start('third', 'd');
    end('c');
    await settled();
    expect(begun).toEqual(['a', 'c', 'd']);
    end('a');
    await settled();
    expect(begun).toEqual(['a', 'c', 'd', 'b']);
    end('b');
    end('d');
    expect(await Promise.all([...works, third])).toEqual(['a', 'b', 'c', 'd']);
  });

  it('refuse what one sends beyond his share, and what all send beyond what may wait', async () => {
    const { begun, start, end } = bench({ atATime: 1, waiting: 2, ofOne: 2 });
    const works = [start('one', 'a'), start('one', 'b')];
    await expect(start('one', 'c')).rejects.toMatchObject(busy);
    works.push(start('other', 'd'));
    await expect(start('third', 'e')).rejects.toMatchObject(busy);
    for (const name of ['a', 'b', 'd']) {
      end(name);
      await works[['a', 'b', 'd'].indexOf(name)];
    }
    expect(begun).toEqual(['a', 'b', 'd']);
  });

  it('go on after work that failed', async () => {
    const inTurn = fairTurns({ atATime: 1, waiting: 1, ofOne: 1 });
    const failed = inTurn('one', () => Promise.reject(new Error('broken')));
    await expect(failed).rejects.toThrow('broken');
    expect(await inTurn('one', async () => 'served')).toBe('served');
  });
});
