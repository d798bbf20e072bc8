import type { Role } from '../../../contract/access/access.ts';
import type { Document, Signatory } from '../../../contract/documents/documents.ts';
import type { Viewer } from '../../../src/lib/documents/permissions.ts';

/** An entry about which nothing was done, unless given otherwise. */
export const entry = (uid: string, change: Partial<Signatory> = {}): Signatory => ({
  uid,
  email: `${uid}@example.test`,
  name: uid,
  position: '',
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
  ...change,
});

/** A document of direction 1 and type 2 by `author`. */
export const sampleDocument = (change: Partial<Document> = {}): Document => ({
  id: 7,
  num: 1,
  title: 'Договор',
  description: '',
  directing: { id: 1, title: 'Снабжение' },
  task: { id: 2, title: 'Договор', ordered: false },
  author: { uid: 'author', email: '', name: '', position: '' },
  files: [],
  acceptor: [],
  recipient: [],
  createdAt: '2026-06-14T10:00:00.000Z',
  updatedAt: '2026-06-14T10:00:00.000Z',
  version: 1,
  hash: 'a'.repeat(64),
  state: 'pending',
  stage: { kind: 'acceptor', number: 1, count: 1 },
  cancelled: null,
  ...change,
});

/** A role with these actions on direction 1 and type 2. */
export const roleWith = (...titles: string[]): Role => ({
  id: 1,
  title: 'Роль',
  directings: [
    {
      id: 1,
      title: 'Снабжение',
      tasks: [{ id: 2, title: 'Договор', actions: titles.map((title, id) => ({ id, title })) }],
    },
  ],
});

export const viewerOf = (uid: string, role: Role | null): Viewer => ({ uid, roles: role ? [role] : [] });
