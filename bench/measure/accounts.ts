import { argon2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { MAUTH } from '../../contract/paths.ts';
import { HASH_COST } from '../../server/mauth/passwords.ts';
import type { BenchServer } from '../server.ts';
import { type Figure, milliseconds, whole } from '../table.ts';

const SIGN_INS = 40;
const REFRESHES = 3_000;
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

/** One session that renews itself `times` over, each time with the token of the answer before. */
async function renew(server: BenchServer, first: string, times: number): Promise<void> {
  let token = first;
  for (let n = 0; n < times; n++) {
    const { status, body } = await server.client.get(`${MAUTH}/refresh`, {
      authorization: `Bearer ${token}`,
    });
    if (status !== 200) throw new Error(`a refresh answered ${status}`);
    token = (JSON.parse(body.toString()) as { refresh: string }).refresh;
  }
}

/** What a sign-in costs beside its hash, and how many refreshes, each a durable commit, a core carries. */
export async function measureAccounts(server: BenchServer): Promise<Figure[]> {
  const tokens: string[] = [];
  const signIns = await server.watch(async () => {
    for (let n = 0; n < SIGN_INS; n++) tokens.push((await server.signIn()).refresh);
  });
  const ofHash = await hashCost();
  const crowd = await server.watch(() => Promise.all(Array.from({ length: CROWD }, () => server.signIn())));
  // The crowd has pushed the sessions before it out.
  for (let n = 0; n < SESSIONS; n++) tokens.push((await server.signIn()).refresh);
  const began = performance.now();
  const refreshes = await server.watch(() =>
    Promise.all(tokens.slice(-SESSIONS).map((token) => renew(server, token, REFRESHES / SESSIONS))),
  );
  const seconds = (performance.now() - began) / 1000;
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
      figure: `${whole(REFRESHES / refreshes.cpuSeconds)} a second a core`,
      goal: '≥ 1 000',
    },
    {
      name: `refreshes, ${SESSIONS} sessions side by side`,
      figure: `${whole(REFRESHES / seconds)} a second`,
    },
  ];
}
