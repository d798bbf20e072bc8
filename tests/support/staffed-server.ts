import { expect, onTestFinished } from 'vitest';
import { DEMO_COMPANY } from '../../server/people/demo-company.ts';
import { fillDemoAccess } from '../../server/people/fill-demo.ts';
import type { NewPosition } from './add-positions-job.ts';
import { ADMIN, type WholeServer } from './server.ts';
import { addOwners } from './shop-process.ts';

const ADD = new URL('./add-positions-job.ts', import.meta.url);

/** A server with what an administrator asks of it. */
export interface Staffed extends WholeServer {
  ask(method: string, path: string, body?: FormData | object, headers?: object): Promise<Response>;
}

/** Signs the administrator in; the server is closed after the test. */
export async function staffed(server: WholeServer): Promise<Staffed> {
  let closed: Promise<void> | null = null;
  const close = () => (closed ??= server.close());
  onTestFinished(close);
  const { access } = await server.signIn(ADMIN);
  const ask: Staffed['ask'] = (method, path, body, headers = {}) =>
    server.fetch(`/api/${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${access}`,
        ...(body && !(body instanceof FormData) && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
  return { ...server, ask, close };
}

/** A form with one file and other fields. */
export function formOf(field: string, content: string | Buffer, name: string, type = '', more = {}): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(more)) form.append(key, String(value));
  form.append(field, new Blob([content as BlobPart], { type }), name);
  return form;
}

/** The answer of a call that must succeed. */
export async function taken<Answer>(answer: Promise<Response>): Promise<Answer> {
  const response = await answer;
  const text = await response.text();
  expect([response.ok, text]).toEqual([true, text]);
  return JSON.parse(text) as Answer;
}

interface Pair {
  readonly directingId: number;
  readonly taskId: number;
}

/** A position, and a role for the administrator; resolves to what documents may be about. */
export async function prepare({ app, ask }: Staffed): Promise<Pair> {
  const { bridge, informator } = app.services;
  if (!bridge || !informator) throw new Error('not all services run');
  await addOwners(bridge.context.database);
  await bridge.context.database.runJob<NewPosition[], number[]>(ADD, [{ article: 'К-1', title: 'Вал' }]);
  await taken(ask('POST', 'informator/user/', { name: 'Директор' }));
  await fillDemoAccess(informator.context, ADMIN.email);
  const roles = await taken<Role[]>(ask('GET', 'informator/setting/access'));
  const [directing] = roles.find(({ title }) => title === DEMO_COMPANY.administratorRole)?.directings ?? [];
  return { directingId: directing?.id ?? 0, taskId: directing?.tasks[0]?.id ?? 0 };
}

interface Role {
  readonly title: string;
  readonly directings: readonly { readonly id: number; readonly tasks: readonly { readonly id: number }[] }[];
}
