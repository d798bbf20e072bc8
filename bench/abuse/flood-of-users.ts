import { INFORMATOR, MAUTH } from '../../contract/api.ts';
import { ownMemory, watchProcesses } from '../memory.ts';
import type { BenchServer } from '../server.ts';
import { type Figure, megabytes, milliseconds } from '../table.ts';

/** Makes an account with a profile on a server without VERIFICATION; resolves to its e-mail and access token. */
export async function newUser(
  server: BenchServer,
  name: string,
): Promise<{ readonly email: string; readonly access: string }> {
  const account = { email: `${name}@bench.example`, password: `Пароль для ${name}` };
  const call = async (path: string, body: URLSearchParams | null, token = '') => {
    const headers = token ? { authorization: `Bearer ${token}` } : undefined;
    const answer = await fetch(server.origin + path, { method: 'POST', headers, body });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
    return JSON.parse(text) as { access: string };
  };
  await call(`${MAUTH}/signup`, new URLSearchParams(account));
  const { access } = await call(`${MAUTH}/signin`, new URLSearchParams(account));
  await call(`${INFORMATOR}/user`, null, access);
  return { email: account.email, access };
}

/** What calls that were all made at once cost the server: `what` names them, each resolves to its status, 0 without an answer. */
export async function flood(
  server: BenchServer,
  what: string,
  goal: string,
  calls: readonly (() => Promise<number>)[],
): Promise<Figure[]> {
  const idle = (await ownMemory(server.pid)) ?? 0;
  let answers: number[] = [];
  let loopDelayMs = 0;
  let took = 0;
  const began = performance.now();
  const use = await watchProcesses(server.pid, async () => {
    ({ loopDelayMs } = await server.watch(async () => {
      answers = await Promise.all(calls.map((call) => call()));
      took = performance.now() - began;
    }));
  });
  const after = (await ownMemory(server.pid)) ?? 0;
  const counted = [...new Set(answers)]
    .sort()
    .map((status) => `${status}: ${answers.filter((one) => one === status).length}`)
    .join(', ');
  return [
    { name: `${what}: memory over idle, at the most`, figure: megabytes((use.server ?? 0) - idle), goal },
    { name: `${what}: memory over idle, afterwards`, figure: megabytes(after - idle) },
    { name: `${what}: answers`, figure: `${counted} in ${milliseconds(took)}` },
    // The server measures it: the loop of this process is busy reading all the answers.
    { name: `${what}: longest stop of the main loop`, figure: milliseconds(loopDelayMs) },
  ];
}
