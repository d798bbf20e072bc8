import { type APIRequestContext, expect } from '@playwright/test';
import type { Document } from '../../contract/documents/documents.ts';
import type { Colleague, Office } from './office.ts';
import { STAFF_PASSWORD } from './settings-calls.ts';

/** The button that saves the form of a document: it says whom the save asks. */
export const SAVE = /^(?:Отправить\sна\s(?:согласование|ознакомление)|Сохранить)$/;

interface Draft {
  readonly title: string;
  readonly description?: string;
  readonly acceptors?: readonly Colleague[];
  readonly recipients?: readonly Colleague[];
}

const listed = (people: readonly Colleague[] = []) => Object.fromEntries(people.map(({ uid }) => [uid, '']));

/** A document of an office by one of its people, made beside the page. */
export const makeDocument = (office: Office, author: Colleague, draft: Draft): Promise<Document> =>
  author.calls.send<Document>('POST', '/docflow', {
    title: draft.title,
    description: draft.description ?? '',
    directingId: office.directing.id,
    taskId: office.task.id,
    acceptor: listed(draft.acceptors),
    recipient: listed(draft.recipients),
  });

/** A step that all of these people have to sign, without a limit of time. */
export const stepOf = (...people: readonly Pick<Colleague, 'uid'>[]) => ({
  ...{ title: '', mode: 'all', days: null, next: null, roles: [] },
  people: people.map(({ uid }) => uid),
});

/** Puts a template in force for the documents of an office. */
export const putTemplate = (
  { admin, directing, task }: Office,
  template: { readonly steps: readonly object[]; readonly recipients?: object; readonly title?: string },
): Promise<unknown> => admin.send('PUT', `/docflow/templates/${directing.id}/${task.id}`, template);

/** Edits a document beside the page; its signatories stay. */
export const editDocument = (author: Colleague, document: Document, description: string): Promise<Document> =>
  author.calls.send<Document>('PATCH', `/docflow/${document.id}`, {
    title: document.title,
    description,
    acceptor: Object.fromEntries(document.acceptor.map(({ uid }) => [uid, ''])),
    recipient: Object.fromEntries(document.recipient.map(({ uid }) => [uid, ''])),
  });

/** Attaches a file to a document beside the page. */
export async function attach(
  request: APIRequestContext,
  author: Colleague,
  document: Document,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  const form = { email: author.email, password: STAFF_PASSWORD };
  const { access } = (await (await request.post('/api/mauth/signin', { form })).json()) as { access: string };
  const answer = await request.patch(`/api/informator/docflow/${document.id}`, {
    headers: { Authorization: `Bearer ${access}` },
    multipart: {
      title: document.title,
      description: document.description,
      ...Object.fromEntries(document.acceptor.map(({ uid }) => [`acceptor[${uid}]`, ''])),
      ...Object.fromEntries(document.recipient.map(({ uid }) => [`recipient[${uid}]`, ''])),
      scans: file,
    },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}
