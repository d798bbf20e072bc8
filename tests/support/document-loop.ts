import { pino } from 'pino';
import { INFORMATOR } from '../../contract/api.ts';
import { openPortal } from '../../server/operations/services/databases.ts';
import { buildServer } from '../../server/platform/http-server/server.ts';
import { informatorSettings } from './informator.ts';
import { EVENING } from './moment.ts';
import { requestTo } from './request.ts';

/** A process to be killed: makes, changes, signs and deletes documents with files without end, a line after each step. */
const [file = '', filesFolder = '', directing = '', task = ''] = process.argv.slice(2);
const informator = await openPortal({
  location: { dialect: 'sqlite', file },
  filesFolder,
  ...informatorSettings(),
  clock: () => EVENING,
  log: pino({ level: 'silent' }),
});
const app = await buildServer({
  services: [{ name: 'informator', prefix: INFORMATOR, routes: informator.routes }],
  identity: {
    hasRecentPassword: async () => true,
    callerOf: async () => ({
      uid: 'boss',
      email: 'boss@parts.example',
      name: null,
      rank: 'user',
      sessionId: 'one',
      mustChangePassword: false,
    }),
  },
});
const PDF = '%PDF-1.4\n%%EOF\n';

function formOf(title: string): FormData {
  const form = new FormData();
  form.append('title', title);
  form.append('directingId', directing);
  form.append('taskId', task);
  form.append('acceptor[boss]', '');
  for (const name of ['a.pdf', 'b.pdf']) form.append('scans', new Blob([PDF]), name);
  return form;
}

interface Made {
  readonly id: number;
  readonly files: readonly { readonly fileName: string }[];
}

async function step(
  method: 'POST' | 'PATCH' | 'DELETE',
  path: string,
  sent: { form?: FormData; json?: unknown } = {},
): Promise<Made> {
  const answer = await app.inject(await requestTo(`${INFORMATOR}/docflow${path}`, method, sent));
  if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${answer.body}`);
  process.stdout.write('done\n');
  return answer.json<Made>();
}

for (;;) {
  const kept = await step('POST', '/', { form: formOf('Остаётся') });
  const gone = await step('POST', '/', { form: formOf('Уходит') });
  await step('PATCH', `/accepting/${kept.id}`);
  await step('PATCH', `/${kept.id}`, { form: formOf('Меняется') });
  await step('PATCH', `/file/${kept.id}`, { json: { fileName: kept.files[0]?.fileName } });
  await step('DELETE', `/${gone.id}`);
}
