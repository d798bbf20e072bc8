import { expect } from 'vitest';
import type { Document, DocumentChange, DocumentTemplate } from '../../../contract/documents/documents.ts';
import { DAY_MS, DOCUMENT_BIN_DAYS } from '../../../contract/limits.ts';
import { sweepBin } from '../../../server/documents/bin.ts';
import type { Mail } from '../../../server/platform/mail/mail.ts';
import type { OpenFresh } from '../../support/databases.ts';
import type { Answer, Call, Method } from '../../support/request.ts';
import { ACTION, type Company, formOf, withCompany } from '../people/company.ts';

/** A company with one direction and two types of documents, and people who have roles. */
export interface Paperwork extends Company {
  readonly directing: number;
  /** «Договор». */
  readonly task: number;
  /** «Приказ»: recipients after acceptors. */
  readonly ordered: number;
  /** A call of the document flow. */
  docflow(method: Method, path: string, options?: Call): Promise<Answer>;
  /** Makes a document by the author `boss`; expects 201. */
  create(fields?: Fields, as?: string): Promise<Document>;
  /** The document as a user sees it; expects 200. */
  read(id: number, as?: string): Promise<Document>;
  history(id: number, as?: string): Promise<DocumentChange[]>;
}

/** Texts of a form, people by list, files by name and content. */
export interface Fields {
  readonly title?: string;
  readonly description?: string;
  readonly task?: number;
  readonly acceptor?: readonly string[];
  readonly recipient?: readonly string[];
  readonly scans?: readonly (readonly [name: string, content: BlobPart])[];
  /** Fields as they are. */
  readonly raw?: Readonly<Record<string, string>>;
}

/** A picture of one point. */
export const PNG = Uint8Array.from(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
);
export const PDF = new TextEncoder().encode('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n');

/**
 * Runs a test with a company at work: `boss` may do everything with both types, `anna` and `oleg` may sign and
 * acknowledge, `reader` acknowledges, `guest` sees the types only. The last one who joins has a profile and no role.
 */
export const withPaperwork = (open: OpenFresh, test: (work: Paperwork) => Promise<void>): Promise<void> =>
  withCompany(open, async (company) => test(await setUp(company)));

async function setUp(company: Company): Promise<Paperwork> {
  const { add, save, bind, join, call } = company;
  const [directing = 0] = await add('directing', 'Закупки');
  const [task = 0, ordered = 0] = await add('task', 'Договор', 'Приказ');
  const answer = await call('PATCH', `/task/${ordered}`, { as: 'admin', json: { ordered: true } });
  expect(answer.statusCode).toBe(200);
  const { create, edit, remove, approve, acknowledge } = ACTION;
  const sign = [approve, acknowledge];
  const roles: readonly (readonly [string, readonly string[], readonly number[]])[] = [
    ['Директор', ['boss'], [create, edit, remove, ...sign]],
    ['Юрист', ['anna', 'oleg'], sign],
    ['Кладовщик', ['reader'], [acknowledge]],
    ['Гость', ['guest'], []],
  ];
  for (const [title, users, actions] of roles) {
    const [role = 0] = await add('role', title);
    const rights = { [directing]: { [task]: actions, [ordered]: actions } };
    expect((await save(formOf({ [role]: rights }))).statusCode).toBe(200);
    for (const user of users) {
      await join(user, `${user} ${title}`);
      expect((await bind(user, role)).statusCode).toBe(200);
    }
  }
  await join('stranger');
  const docflow: Paperwork['docflow'] = (method, path, options = {}) =>
    call(method, `/docflow${path}`, { as: 'boss', ...options });
  return {
    ...company,
    directing,
    task,
    ordered,
    docflow,
    create: async (fields = {}, as = 'boss') => {
      const form = formWith({ title: 'Договор', task, ...fields });
      form.append('directingId', String(directing));
      form.append('taskId', String(fields.task ?? task));
      const made = await docflow('POST', '/', { as, form });
      expect([made.statusCode, made.json().error]).toEqual([201, undefined]);
      return made.json<Document>();
    },
    read: async (id, as = 'boss') => {
      const found = await docflow('GET', `/${id}`, { as });
      expect(found.statusCode).toBe(200);
      return found.json<Document>();
    },
    history: async (id, as = 'boss') => (await docflow('GET', `/${id}/history`, { as })).json(),
  };
}

/** A step of a template; `rest` may name roles, a title, days and a next circle. */
export const step = (mode: 'all' | 'any', people: readonly string[], rest: object = {}) => ({
  ...{ title: '', mode, days: null, next: null, people, roles: [] },
  ...rest,
});

/** Saves the template of a type, «Договор» where none is given, without steps unless they are given; expects 200. */
export async function saveTemplate(work: Paperwork, body: object, task = work.task): Promise<DocumentTemplate> {
  const json = { steps: [], ...body };
  const answer = await work.docflow('PUT', `/templates/${work.directing}/${task}`, { as: 'admin', json });
  expect([answer.statusCode, answer.json().error]).toEqual([200, undefined]);
  return answer.json();
}

/** A decision by its path, as `accepting`; expects 200 and resolves to the document after it. */
export async function decide(work: Paperwork, path: string, id: number, as: string, json: object = {}) {
  const answer = await work.docflow('PATCH', `/${path}/${id}`, { as, json });
  expect([answer.statusCode, answer.json().error]).toEqual([200, undefined]);
  return answer.json<Document>();
}

/** The id of a role by its title. */
export async function roleOf({ informator }: Paperwork, title: string): Promise<number> {
  const { read } = informator.context.database;
  return (await read.selectFrom('roles').select('id').where('title', '=', title).executeTakeFirstOrThrow()).id;
}

/** To whom mails went and about what, in the order of addresses. */
export const mailLines = (mails: readonly Mail[]): string[] =>
  mails.map(({ to, subject }) => `${to.split('@')[0]}: ${subject.replaceAll('\u00a0', ' ')}`).sort();

/** Lets the time pass for which the bin keeps documents, and deletes them. */
export async function emptyBin({ informator: { context }, setClock }: Paperwork): Promise<void> {
  const now = context.clock();
  setClock(now + DOCUMENT_BIN_DAYS * DAY_MS + 1);
  await sweepBin(context);
  setClock(now);
}

/** The form of a document, as a browser sends it. */
export function formWith({ title, description, acceptor, recipient, scans, raw }: Fields): FormData {
  const form = new FormData();
  if (title !== undefined) form.append('title', title);
  if (description !== undefined) form.append('description', description);
  for (const uid of acceptor ?? []) form.append(`acceptor[${uid}]`, '');
  for (const uid of recipient ?? []) form.append(`recipient[${uid}]`, '');
  for (const [name, content] of scans ?? []) form.append('scans', new Blob([content]), name);
  for (const [name, value] of Object.entries(raw ?? {})) form.append(name, value);
  return form;
}

/** What an answer says: its status, and the error if there is one. */
export const said = (answer: Answer): [number, string | undefined] => [
  answer.statusCode,
  answer.json<{ error?: string }>().error,
];
