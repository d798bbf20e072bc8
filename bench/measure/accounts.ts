import { argon2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { MAUTH } from '../../contract/paths.ts';
import { HASH_COST } from '../../server/mauth/passwords.ts';
import { quantilesOf } from '../quantiles.ts';
import type { BenchServer } from '../server.ts';
import { type Figure, milliseconds, whole } from '../table.ts';

const SIGN_INS = 40;
/** Refreshes of one round; the median of the rounds counts, as a busy machine spoils one or the other. */
const REFRESHES = 1_000;
const ROUNDS = 7;
/** So many people at once, as on a Monday morning. */
const CROWD = 50;
/** Fewer than a user may have sessions, so that none ends another. */
const SESSIONS = 4;

const compute = promisify(argon2);

/** Processor milliseconds of one hash at the cost the server uses, measured in this process. */
async function hashCost(): Promise<number> {
  const { memory, passes, lanes } = HASH_COST;
  const parameters = { parallelism: lanes, tagLength: 32, memory, passes };
  const before = process.cpuUsage();
  for (let n = 0; n < SIGN_INS; n++)
    await compute('argon2id', { ...parameters, message: 'Пароль для замеров 1', nonce: randomBytes(16) });
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / SIGN_INS;
}

interface RefreshRound {
  /** Processor seconds of the server, all threads. */
  readonly cpuSeconds: number;
  readonly seconds: number;
}

/** Renews the sessions side by side, REFRESHES times in all, each time with the token of the answer before. */
async function refreshRound(server: BenchServer, tokens: string[]): Promise<RefreshRound> {
  const renew = async (session: number) => {
    for (let n = 0; n < REFRESHES / tokens.length; n++) {
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
export async function measureAccounts(server: BenchServer): Promise<Figure[]> {
  const signIns = await server.watch(async () => {
    for (let n = 0; n < SIGN_INS; n++) await server.signIn();
  });
  const ofHash = await hashCost();
  const crowd = await server.watch(() => Promise.all(Array.from({ length: CROWD }, () => server.signIn())));
  // The crowd has pushed the sessions before it out.
  const sessions: string[] = [];
  for (let n = 0; n < SESSIONS; n++) sessions.push((await server.signIn()).refresh);
  // A server compiles what it does often: the first round is not like a day of work.
  await refreshRound(server, sessions);
  const rounds: RefreshRound[] = [];
  for (let n = 0; n < ROUNDS; n++) rounds.push(await refreshRound(server, sessions));
  const cpuSeconds = quantilesOf(rounds.map((round) => round.cpuSeconds)).p50;
  const seconds = quantilesOf(rounds.map((round) => round.seconds)).p50;
  return [
    {
      name: 'sign-in, processor time over the hash',
      figure: milliseconds((signIns.cpuSeconds * 1000) / SIGN_INS - ofHash),
      goal: '≤ 60 ms',
    },
    { name: 'the hash itself', figure: milliseconds(ofHash) },
    {
      name: `longest delay of everything else while ${CROWD} sign in at once`,
      figure: milliseconds(crowd.loopDelayMs),
      goal: '≤ 50 ms',
    },
    {
      name: 'refreshes with durable commits',
      figure: `${whole(REFRESHES / cpuSeconds)} a second a core`,
      goal: '≥ 1 000',
    },
    { name: 'processor time of one refresh', figure: milliseconds((cpuSeconds * 1000) / REFRESHES) },
    {
      name: `refreshes, ${SESSIONS} sessions side by side`,
      figure: `${whole(REFRESHES / seconds)} a second`,
    },
  ];
}
