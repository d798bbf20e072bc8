import sharp from 'sharp';
import { INFORMATOR, MAUTH } from '../../contract/paths.ts';
import { ownMemory, watchProcesses } from '../memory.ts';
import type { BenchServer } from '../server.ts';
import { type Figure, megabytes, milliseconds } from '../table.ts';
import type { Attack, Ground } from './attack.ts';

/** Photos that are sent at once, and by how many users. */
const UPLOADS = { uploads: 60, users: 30, side: 7_000 };
const SMALL = { uploads: 8, users: 4, side: 700 };
/** How long the uploads may take, ms. */
const LONGEST_MS = 300_000;

type Send = (at: number) => Promise<number>;

/** Photos of the largest size allowed, all at once: many bytes of JPEG, and very few of AVIF, whose decoder takes the most. */
export const pictures: Attack = {
  name: 'pictures',
  measure: async (ground) => {
    const { side } = ground.small ? SMALL : UPLOADS;
    return [
      ...(await flooded(ground, 'JPEG', await jpegOf(side))),
      ...(await flooded(ground, 'AVIF', await avifOf(side))),
    ];
  },
};

async function flooded(ground: Ground, format: string, picture: Buffer): Promise<Figure[]> {
  const { uploads, side } = ground.small ? SMALL : UPLOADS;
  const { server, send } = await photographers(ground, new Blob([picture as BlobPart]), format);
  const figures = await flood(server, send, uploads, `${uploads} ${format} of ${side} × ${side}`);
  await server.stop();
  return figures;
}

const noise = (side: number) =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: 'gray',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  });
const jpegOf = async (side: number) =>
  sharp(
    await noise(side / 10)
      .png()
      .toBuffer(),
  )
    .resize({ width: side, kernel: 'cubic' })
    .jpeg({ quality: 75 })
    .toBuffer();
const avifOf = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: 'red' } })
    .avif({ effort: 0 })
    .toBuffer();

/** A server with users who have profiles, and how one of them sends the picture; resolves to the status, 0 without one. */
async function photographers(
  { start, small }: Ground,
  picture: Blob,
  name: string,
): Promise<{ server: BenchServer; send: Send }> {
  const server = await start({ VERIFICATION: 'off' });
  const tokens: string[] = [];
  for (let at = 0; at < (small ? SMALL : UPLOADS).users; at++) tokens.push(await newUser(server, at));
  const send: Send = async (at) => {
    const body = new FormData();
    body.append('photo', new File([picture], name, { type: 'image/jpeg' }));
    const answer = await fetch(`${server.origin}${INFORMATOR}/user/photo`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${tokens[at % tokens.length]}` },
      body,
      signal: AbortSignal.timeout(LONGEST_MS),
    }).catch(() => null);
    await answer?.text();
    return answer?.status ?? 0;
  };
  return { server, send };
}

async function newUser(server: BenchServer, at: number): Promise<string> {
  const account = { email: `photographer${at}@bench.example`, password: `Пароль фотографа ${at}` };
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
  return access;
}

async function flood(server: BenchServer, send: Send, uploads: number, what: string): Promise<Figure[]> {
  const idle = (await ownMemory(server.pid)) ?? 0;
  let answers: number[] = [];
  const began = performance.now();
  let took = 0;
  let loopDelayMs = 0;
  const use = await watchProcesses(server.pid, async () => {
    ({ loopDelayMs } = await server.watch(async () => {
      answers = await Promise.all(Array.from({ length: uploads }, (_, at) => send(at)));
      took = performance.now() - began;
    }));
  });
  const after = (await ownMemory(server.pid)) ?? 0;
  const counted = [...new Set(answers)]
    .sort()
    .map((status) => `${status}: ${answers.filter((one) => one === status).length}`)
    .join(', ');
  return [
    {
      name: `${what}: memory over idle, at the most`,
      figure: megabytes((use.server ?? 0) - idle),
      goal: '≤ 500 MB',
    },
    { name: `${what}: memory over idle, afterwards`, figure: megabytes(after - idle) },
    { name: `${what}: answers`, figure: `${counted} in ${milliseconds(took)}` },
    // Told by the server itself: the loop of this process has sixty pictures to send.
    { name: `${what}: longest stop of the main loop`, figure: milliseconds(loopDelayMs) },
  ];
}
