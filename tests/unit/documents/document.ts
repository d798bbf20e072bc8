import type { Document, Signatory } from '../../../contract/documents/documents.ts';

/** An entry of a document without answers. */
export const entry = (uid: string, mark: Partial<Signatory> = {}): Signatory => ({
  uid,
  name: `Имя ${uid}`,
  email: `${uid}@example.test`,
  position: 'юрист',
  accept: false,
  acceptedAt: null,
  acceptedBy: null,
  declinedAt: null,
  declinedBy: null,
  reason: '',
  actorPosition: null,
  now: null,
  isWaiting: false,
  isSpared: false,
  ...mark,
});

/** A document with one acceptor and one recipient. */
export const documentOf = (other: Partial<Document> = {}): Document => ({
  id: 7,
  num: 1,
  title: 'Договор',
  description: 'Поставка',
  directing: { id: 1, title: 'Снабжение' },
  task: { id: 2, title: 'Договоры', ordered: false },
  author: { uid: 'автор', email: 'a@example.test', name: 'Автор', position: '' },
  files: [],
  acceptor: [entry('а')],
  recipient: [entry('б')],
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  version: 1,
  hash: 'x',
  state: 'pending',
  stage: { kind: 'acceptor', number: 1, count: 1 },
  cancelled: null,
  ...other,
});
