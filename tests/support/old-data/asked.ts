import { BRIDGE, INFORMATOR, MAUTH } from '../../../contract/api.ts';
import { PUBLIC_SLIDES_ADDRESS } from '../../../rules/pages/public.ts';
import { ADMIN, USER, type WholeServer } from '../server.ts';

/** What is asked of a kept data folder, and as whom. */
const ASKED: readonly (readonly [as: 'nobody' | 'admin' | 'user', path: string])[] = [
  ['nobody', `${BRIDGE}/search/?query=740.1003010`],
  ['nobody', `${BRIDGE}/search/?query=${encodeURIComponent('колодки')}`],
  ['nobody', `${BRIDGE}/card/1`],
  ['nobody', `${INFORMATOR}/about/company`],
  ['nobody', PUBLIC_SLIDES_ADDRESS],
  ['admin', `${MAUTH}/admin/user/`],
  ['admin', `${BRIDGE}/brands/`],
  ['admin', `${BRIDGE}/import/runs`],
  ['admin', `${INFORMATOR}/role/`],
  ['user', `${INFORMATOR}/user/`],
  ['user', `${INFORMATOR}/docflow/1`],
  ['user', `${INFORMATOR}/docflow/1/history`],
];

/** How long a search took, what asking itself changes, and cursors, which no client keeps over an update. */
const VARYING: ReadonlySet<string> = new Set(['time', 'sessions', 'updatedAt', 'next']);

/** Every answer by who asked for what. */
export async function answersOf(server: WholeServer): Promise<Record<string, unknown>> {
  const tokens = { nobody: '', admin: (await server.signIn(ADMIN)).access, user: (await server.signIn(USER)).access };
  const answers: Record<string, unknown> = {};
  for (const [as, path] of ASKED) {
    const headers: Record<string, string> = tokens[as] ? { authorization: `Bearer ${tokens[as]}` } : {};
    const answer = await server.fetch(path, { headers });
    const body = JSON.parse(await answer.text(), (name, value) => (VARYING.has(name) ? undefined : value));
    answers[`${as} ${decodeURIComponent(path)}`] = { status: answer.status, body };
  }
  return answers;
}

export const writeAnswers = async (server: WholeServer): Promise<string> =>
  `${JSON.stringify(await answersOf(server), null, 1)}\n`;
