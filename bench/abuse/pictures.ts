import sharp from 'sharp';
import { INFORMATOR } from '../../contract/api.ts';
import type { BenchServer } from '../server.ts';
import type { Figure } from '../table.ts';
import type { Attack, Ground } from './attack.ts';
import { flood, newUser } from './flood-of-users.ts';

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
  const calls = Array.from({ length: uploads }, (_, at) => () => send(at));
  const figures = await flood(server, `${uploads} ${format} of ${side} × ${side}`, '≤ 500 MB', calls);
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
  for (let at = 0; at < (small ? SMALL : UPLOADS).users; at++)
    tokens.push((await newUser(server, `photographer${at}`)).access);
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
