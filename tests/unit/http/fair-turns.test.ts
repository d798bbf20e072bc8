import { describe, expect, it } from 'vitest';
import { fairQueue } from '../../../server/platform/http/heavy-work.ts';

/** Work that begins and ends when the test says so. */
function bench(turns: Parameters<typeof fairQueue>[0]) {
  const inTurn = fairQueue(turns);
  const begun: string[] = [];
  const end = new Map<string, () => void>();
  const start = (caller: string, name: string, gone?: AbortSignal) =>
    inTurn(
      caller,
      () => {
        begun.push(name);
        return new Promise<string>((resolve) => end.set(name, () => resolve(name)));
      },
      gone,
    );
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

  it('make room for who has nothing there from who has most', async () => {
    const { begun, start, end } = bench({ atATime: 1, waiting: 3, ofOne: 3 });
    const works = ['a', 'b', 'c'].map((name) => start('crowd', name));
    works.push(start('other', 'd'));
    await settled();
    const late = start('third', 'e');
    await expect(works[2]).rejects.toMatchObject(busy);
    // Each caller has at most one piece waiting now, and gets no second one at the cost of others.
    await expect(start('fourth', 'f')).rejects.toMatchObject(busy);
    await expect(start('third', 'g')).rejects.toMatchObject(busy);
    for (const name of ['a', 'b', 'd', 'e']) {
      end(name);
      await settled();
    }
    expect(begun).toEqual(['a', 'b', 'd', 'e']);
    expect(await Promise.all([works[0], works[1], works[3], late])).toEqual(['a', 'b', 'd', 'e']);
  });

  it('have nothing made for who has left while waiting', async () => {
    const { begun, start, end } = bench({ atATime: 1, waiting: 2, ofOne: 2 });
    const first = start('one', 'a');
    const client = new AbortController();
    const left = start('other', 'b', client.signal);
    client.abort();
    await expect(left).rejects.toMatchObject(busy);
    await expect(start('other', 'c', AbortSignal.abort())).rejects.toMatchObject(busy);
    end('a');
    expect(await first).toBe('a');
    await settled();
    expect(begun).toEqual(['a']);
  });

  it('go on after work that failed', async () => {
    const inTurn = fairQueue({ atATime: 1, waiting: 1, ofOne: 1 });
    const failed = inTurn('one', () => Promise.reject(new Error('broken')));
    await expect(failed).rejects.toThrow('broken');
    expect(await inTurn('one', async () => 'served')).toBe('served');
  });
});
