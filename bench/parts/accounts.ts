import { argon2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { MAUTH } from '../../contract/api.ts';
import { createPasswords } from '../../server/accounts/credentials/passwords.ts';
import { engineTitle, type Part } from '../part.ts';
import { quantilesOf } from '../quantiles.ts';
import type { BenchServer } from '../server.ts';
import { milliseconds, whole } from '../table.ts';

/**
 * `refreshes` are those of one round; the median of the rounds counts, as a busy machine spoils one or the other. The
 * crowd is so many people at once as on a Monday morning.
 */
const WHOLE = { signIns: 40, refreshes: 1_000, rounds: 7, crowd: 50 };
const SMALL: typeof WHOLE = { signIns: 2, refreshes: 40, rounds: 1, crowd: 5 };
/** Fewer than a user may have sessions, so that none ends another. */
const SESSIONS = 4;

const compute = promisify(argon2);

/** Processor milliseconds of one hash at the cost the server uses, measured in this process. */
async function hashCost(times: number): Promise<number> {
  const passwords = createPasswords();
  const [, memory, passes, lanes] = /m=(\d+),t=(\d+),p=(\d+)/.exec(await passwords.hash('cost')) ?? [];
  await passwords.close();
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(lanes), tagLength: 32 };
  const before = process.cpuUsage();
  for (let n = 0; n < times; n++)
    await compute('argon2id', { ...cost, message: 'Пароль для замеров 1', nonce: randomBytes(16) });
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / times;
}

interface RefreshRound {
  /** Processor seconds of the server, all threads. */
  readonly cpuSeconds: number;
  readonly seconds: number;
}

/** Renews the sessions side by side, `refreshes` times in all, each time with the token of the answer before. */
async function refreshRound(server: BenchServer, tokens: string[], refreshes: number): Promise<RefreshRound> {
  const renew = async (session: number) => {
    for (let n = 0; n < refreshes / tokens.length; n++) {
      const { status, body } = await server.client.get(`${MAUTH}/refresh`, {
        authorization: `Bearer ${tokens[session]}`,
      });
      if (status !== 200) throw new Error(`a refresh answered ${status}`);
      tokens[session] = (JSON.parse(body.toString()) as { refresh: string }).refresh;
    }
  };
  const began = performance.now();
  const { cpuSeconds } = await server.watch(() => Promise.all(tokens.map((_, session) => renew(session))));
  return { cpuSeconds, seconds: (performance.now() - began) / 1000 };
}

/** What a sign-in costs beside its hash, and how many refreshes, each a durable commit, a core carries. */
export const accounts: Part = {
  name: 'accounts',
  title: (scale) => `Accounts, ${engineTitle(scale)}`,
  async measure(bench) {
    const server = await bench.start(await bench.makePlace());
    const { signIns, refreshes, rounds, crowd } = bench.small ? SMALL : WHOLE;
    const signing = await server.watch(async () => {
      for (let n = 0; n < signIns; n++) await server.signIn();
    });
    const ofHash = await hashCost(signIns);
    const rush = await server.watch(() => Promise.all(Array.from({ length: crowd }, () => server.signIn())));
    // The crowd has pushed the sessions before it out.
    const sessions: string[] = [];
    for (let n = 0; n < SESSIONS; n++) sessions.push((await server.signIn()).refresh);
    // A server compiles what it does often: the first round is not like a day of work.
    await refreshRound(server, sessions, refreshes);
    const measured: RefreshRound[] = [];
    for (let n = 0; n < rounds; n++) measured.push(await refreshRound(server, sessions, refreshes));
    const cpuSeconds = quantilesOf(measured.map((round) => round.cpuSeconds)).p50;
    const seconds = quantilesOf(measured.map((round) => round.seconds)).p50;
    return [
      {
        name: 'sign-in, processor time over the hash',
        figure: milliseconds((signing.cpuSeconds * 1000) / signIns - ofHash),
        goal: '≤ 60 ms',
      },
      { name: 'the hash itself', figure: milliseconds(ofHash) },
      {
        name: `longest delay of everything else while ${crowd} sign in at once`,
        figure: milliseconds(rush.loopDelayMs),
        goal: '≤ 50 ms',
      },
      {
        name: 'refreshes with durable commits',
        figure: `${whole(refreshes / cpuSeconds)} a second a core`,
        goal: '≥ 1 000',
      },
      { name: 'processor time of one refresh', figure: milliseconds((cpuSeconds * 1000) / refreshes) },
      { name: `refreshes, ${SESSIONS} sessions side by side`, figure: `${whole(refreshes / seconds)} a second` },
    ];
  },
};
