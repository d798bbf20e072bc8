import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import { limitHeavyAnswers } from '../../../server/platform/http/heavy-work.ts';

const LIMITS = { atATime: 1, waitingMax: 2, ofCaller: 1, retrySeconds: 7 };

interface Making {
  readonly who: string;
  readonly gone: AbortSignal;
  readonly finish: () => void;
}

/** A server whose answers are made when a test says so. */
async function workshop() {
  const inTurn = limitHeavyAnswers(LIMITS);
  const made: Making[] = [];
  let onMade = () => {};
  const app = Fastify();
  app.setErrorHandler((error: { status?: number; headers?: object }, _, reply) =>
    reply
      .code(error.status ?? 500)
      .headers(error.headers ?? {})
      .send({}),
  );
  let asked = 0;
  const left = new Set<string>();
  app.get<{ Params: { who: string } }>('/:who', async (call, reply) => {
    const { who } = call.params;
    Object.assign(call, { caller: { uid: who } });
    asked += 1;
    const answer = inTurn(call, reply, async (gone) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      made.push({ who, gone, finish: resolve });
      onMade();
      await promise;
      return { who };
    });
    reply.raw.once('close', () => left.add(who));
    return answer;
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo;

  /** Asks, and waits until the server has the call. */
  async function ask(who: string): Promise<{ readonly status: Promise<number>; readonly call: ClientRequest }> {
    const before = asked;
    const call = request({ port, path: `/${who}`, agent: false });
    const status = once(call, 'response').then(
      ([answer]) => {
        retryAfter = answer.headers['retry-after'];
        answer.resume();
        return once(answer, 'end').then(() => answer.statusCode as number);
      },
      () => 0,
    );
    call.end();
    while (asked === before) await new Promise((resolve) => setImmediate(resolve));
    return { status, call };
  }
  let retryAfter: string | undefined;
  /** What is made as the next one, or has been made as such. */
  async function making(at: number): Promise<Making> {
    while (made.length <= at) await new Promise<void>((resolve) => (onMade = resolve));
    return made[at] as Making;
  }
  /** Resolves when the server knows that a client has gone. */
  async function leaving(who: string, call: ClientRequest): Promise<void> {
    call.destroy();
    while (!left.has(who)) await new Promise((resolve) => setImmediate(resolve));
  }
  return { ask, making, leaving, made, retryAfter: () => retryAfter };
}

describe('security 93: answers that take much to make', () => {
  test('are made one after another, some wait, and whoever comes beyond is told when to come again', async () => {
    const { ask, making, made, retryAfter } = await workshop();
    const first = await ask('anna');
    await making(0);
    const others = [await ask('oleg'), await ask('boss')];
    expect(await (await ask('reader')).status).toBe(503);
    expect(retryAfter()).toBe('7');
    expect(made.map(({ who }) => who)).toEqual(['anna']);
    for (const at of [0, 1, 2]) (await making(at)).finish();
    expect(await first.status).toBe(200);
    for (const { status } of others) expect(await status).toBe(200);
    expect(made.map(({ who }) => who)).toEqual(['anna', 'oleg', 'boss']);
  });

  test('are one of a caller until the last byte is taken', async () => {
    const { ask, making } = await workshop();
    const first = await ask('anna');
    expect(await (await ask('anna')).status).toBe(503);
    (await making(0)).finish();
    expect(await first.status).toBe(200);
    const again = await ask('anna');
    (await making(1)).finish();
    expect(await again.status).toBe(200);
  });

  test('are not made for who has gone, and are given up when who waits for them goes', async () => {
    const { ask, making, leaving, made } = await workshop();
    const first = await ask('anna');
    const { gone, finish } = await making(0);
    const second = await ask('oleg');
    const third = await ask('boss');
    await leaving('oleg', second.call);
    await leaving('anna', first.call);
    expect(gone.aborted).toBe(true);
    finish();
    (await making(1)).finish();
    expect(await third.status).toBe(200);
    expect(made.map(({ who }) => who)).toEqual(['anna', 'boss']);
  });
});
