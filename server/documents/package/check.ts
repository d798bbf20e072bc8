// Routes of the check of a signed version, for anyone who holds a document: where it stands and who decided, and
// whether a file is one that was given out. Callers who do not know a hash learn nothing.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Signatory as ShownSignatory } from '../../../contract/documents/documents.ts';
import * as contract from '../../../contract/documents/public.ts';
import type { SignatoryKind } from '../../../contract/documents/words.ts';
import { isVersionHash } from '../../../rules/documents/check.ts';
import { stateLabel } from '../../../rules/documents/standing.ts';
import { idIn } from '../../platform/http/request.ts';
import type { PortalSource } from '../../portal-database/schema.ts';
import { keptSnapshotOf } from '../changes/read-history.ts';
import { selectDocument } from '../document/access.ts';
import { type KeptSnapshot, snapshotOf } from '../document/answers.ts';
import { type DocumentsContext, type StoredDocument, standingOf } from '../document/document.ts';
import { acceptedIn } from '../document/signatory-rules.ts';
import type { SealKeys } from './seal-keys.ts';

export function checkRoutes({ database }: DocumentsContext, seals: SealKeys): FastifyPluginAsyncTypebox {
  const { read } = database;
  return async (app) => {
    app.get(
      '/check/:id/:hash',
      {
        config: { permission: 'anyone' },
        schema: {
          summary:
            'Whether a document has or had a version with this hash, where it stands and who decided; says nothing to who does not know one',
          params: contract.DocumentCheckPath,
          response: { 200: contract.DocumentCheck },
        },
      },
      async ({ params }, reply) => {
        reply.header('Cache-Control', 'no-store');
        const checked = await findVersion(read, params);
        return checked ? checkAnswer(checked, seals) : NO_MATCH;
      },
    );

    app.get(
      '/check/:id/:hash/file/:sha256',
      {
        config: { permission: 'anyone' },
        schema: {
          summary: 'Whether a file with this SHA-256 is a package of the document or an attachment of the version',
          params: contract.FileCheckPath,
          response: { 200: contract.FileCheck },
        },
      },
      async ({ params }, reply) => {
        reply.header('Cache-Control', 'no-store');
        const checked = isVersionHash(params.sha256) ? await findVersion(read, params) : null;
        return checked ? fileAnswer(read, checked, params.sha256) : UNKNOWN_FILE;
      },
    );
  };
}

/** A version of a document, as it was when the last decision about it was made. */
interface CheckedVersion {
  readonly id: number;
  readonly version: KeptSnapshot;
  /** As it is now; null: deleted, or in the bin. */
  readonly document: StoredDocument | null;
}

async function findVersion(
  read: PortalSource,
  { id: text, hash }: { readonly id: string; readonly hash: string },
): Promise<CheckedVersion | null> {
  if (!isVersionHash(hash)) return null;
  const id = idIn(text);
  const document = await selectDocument(read, id);
  const version = document?.hash === hash ? snapshotOf(document) : await keptVersion(read, id, hash);
  return version && { id, version, document: document?.closed?.state === 'binned' ? null : document };
}

/** The last version with this hash in the history, which outlives the document. */
async function keptVersion(read: PortalSource, id: number, hash: string): Promise<KeptSnapshot | null> {
  const [row] = await read
    .selectFrom('document_history')
    .select('after')
    .where('document_id', '=', id)
    .where('after', 'like', `%"hash":"${hash}"%`)
    .orderBy('id', 'desc')
    .limit(1)
    .execute();
  return keptSnapshotOf(row?.after ?? null);
}

const NOTHING = { isCurrent: false, state: null, signed: null, acknowledged: null };

const NO_MATCH: contract.DocumentCheck = {
  ...{ matches: false, number: null, version: null, ...NOTHING },
  ...{ title: null, direction: null, type: null, label: null, presentVersion: null },
  ...{ decisions: [], seals: [] },
};

async function checkAnswer({ version, document }: CheckedVersion, seals: SealKeys): Promise<contract.DocumentCheck> {
  const isCurrent = document?.hash === version.hash;
  const known = await seals.list();
  const decisions = [
    ...decisionsOf('acceptor', version.acceptor, isCurrent ? document : null),
    ...decisionsOf('recipient', version.recipient, null),
  ];
  const answer = {
    ...{ ...NO_MATCH, matches: true, version: version.version, title: version.title, decisions },
    seals: known.map(({ fingerprint, since }) => ({ fingerprint, since: new Date(since).toISOString() })),
  };
  if (!document) return { ...answer, state: 'cancelled', label: 'Удалён' };
  const { num: number, directing, task, entries, route } = document;
  const standing = standingOf(document);
  return {
    ...answer,
    ...{ number, direction: directing.title, type: task.title, isCurrent },
    ...{ label: stateLabel(standing), presentVersion: document.version },
    ...(isCurrent && {
      state: standing.state,
      signed: acceptedIn(entries, 'acceptor', route?.steps),
      acknowledged: acceptedIn(entries, 'recipient'),
    }),
    ...(standing.state === 'cancelled' && { state: standing.state }),
  };
}

/** Those who have decided; `document`: whose route has the steps of the version, null for lists without steps. */
function decisionsOf(
  kind: SignatoryKind,
  people: readonly ShownSignatory[],
  document: StoredDocument | null,
): contract.CheckedDecision[] {
  const steps = document?.route?.steps ?? [];
  const entries = document?.entries.filter((entry) => entry.kind === kind) ?? [];
  return people.flatMap((person, place): contract.CheckedDecision[] => {
    const at = person.acceptedAt ?? person.declinedAt;
    if (at === null) return [];
    const actor = person.acceptedBy ?? person.declinedBy;
    const number = entries[place]?.step ?? null;
    const step = number === null ? undefined : steps[number - 1];
    return [
      {
        ...{ kind, name: person.name, position: person.position },
        ...{ accepted: person.accept, at },
        by: actor && actor.uid !== person.uid ? { name: actor.name, position: person.actorPosition ?? '' } : null,
        step: number !== null && step ? { number, count: steps.length, title: step.title } : null,
      },
    ];
  });
}

const UNKNOWN_FILE: contract.FileCheck = { kind: 'unknown', name: null, at: null, version: null };

async function fileAnswer(
  read: PortalSource,
  { id, version }: CheckedVersion,
  sha256: string,
): Promise<contract.FileCheck> {
  const given = await read
    .selectFrom('document_packages')
    .select(['made_at', 'version'])
    .where('document_id', '=', id)
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  if (given) return { kind: 'package', name: null, at: new Date(given.made_at).toISOString(), version: given.version };
  const attached = version.files.find((file) => file.sha256 === sha256);
  if (!attached) return UNKNOWN_FILE;
  return { kind: 'attachment', name: attached.originalName, at: null, version: version.version };
}
