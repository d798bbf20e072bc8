import { pino } from 'pino';
import sharp from 'sharp';
import { MNOTE } from '../../contract/api.ts';
import { openSlides } from '../../server/operations/services/databases.ts';
import { buildServer } from '../../server/platform/http-server/server.ts';
import { EVENING } from './moment.ts';
import { requestTo } from './request.ts';

/** A process to be killed: makes slides with pictures, changes and deletes them without end, a line after each step. */
const [file = '', filesFolder = ''] = process.argv.slice(2);
const mnote = await openSlides({
  location: { dialect: 'sqlite', file },
  filesFolder,
  clock: () => EVENING,
  log: pino({ level: 'silent' }),
});
const app = await buildServer({
  services: [{ name: 'mnote', prefix: MNOTE, routes: mnote.routes }],
  identity: {
    hasRecentPassword: async () => true,
    callerOf: async () => ({
      uid: 'admin',
      email: 'admin@parts.example',
      name: null,
      rank: 'admin',
      sessionId: 'one',
      mustChangePassword: false,
    }),
  },
});
const create = { width: 8, height: 8, channels: 3, background: 'red' } as const;
const picture = await sharp({ create }).png().toBuffer();

function formOf(title: string): FormData {
  const form = new FormData();
  form.append('title', title);
  for (const name of ['a.png', 'b.png']) form.append('images', new Blob([picture as BlobPart]), name);
  return form;
}

async function step(method: 'POST' | 'PATCH' | 'DELETE', path: string, form?: FormData): Promise<number> {
  const answer = await app.inject(await requestTo(MNOTE + path, method, form ? { form } : {}));
  if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${answer.body}`);
  process.stdout.write('done\n');
  return answer.json<{ id: number }>().id;
}

for (;;) {
  const kept = await step('POST', '/', formOf('Остаётся'));
  const gone = await step('POST', '/', formOf('Уходит'));
  await step('PATCH', `/${kept}`, formOf('Меняется'));
  await step('DELETE', `/${gone}`);
}
