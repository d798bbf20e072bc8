// The port of people under the documents: what hangs on a person, its hand-over to a colleague, and which routes in force
// a change of rights would break.

import type { BrokenRoutes } from '../../../contract/access/access.ts';
import { ACTION_OF, type SignatoryKind } from '../../../contract/documents/words.ts';
import { HAND_OVER_MAX, TIES_SHOWN } from '../../../contract/limits.ts';
import type { HandedDocuments, KeptReason, PersonTies } from '../../../contract/people/ties.ts';
import { isPending } from '../../../rules/documents/signing.ts';
import type { Database } from '../../platform/database/types.ts';
import * as portal from '../../portal-database/schema.ts';
import { lockDocument, selectDocuments } from '../document/access.ts';
import { calledName, type DocumentsContext, type Save, type StoredDocument, turnsOf } from '../document/document.ts';
import { type Signatory, storedRouteOf } from '../document/signatory-rules.ts';
import { mayDecideForSignatory, OWN_ROLE } from '../document/who-may-decide.ts';
import { examineTemplate, type Resolving } from '../templates/resolve.ts';
import * as templates from '../templates/templates.ts';
import { saveDraft, saveEscalation } from './save.ts';

/** A profile that something hangs on, or passes to. */
type Owner = Pick<portal.UserRow, 'id' | 'uid' | 'name' | 'email' | 'role_id'>;

interface Surroundings {
  readonly database: Database<portal.PortalSchema>;
  readonly people: Pick<DocumentsContext['people'], 'disabledAmong'>;
}

type Ties = Omit<PersonTies, 'substitute' | 'represents'>;

/** What waits for a person now or later, when overdue too, the templates that name them, and the documents they wrote. */
async function tiesOf(read: portal.PortalSource, { id, uid }: Owner): Promise<Ties> {
  const documents = (await selectDocuments(read, await waitingFor(read, id))).filter(
    (document) => entriesOf(document, uid).length > 0 || mayComeTo(document, id),
  );
  const named = await withTitles(
    read,
    (await templatesNaming(read, id)).map(({ pair }) => ({ pair })),
  );
  const written = writtenBy(read, id);
  const { count } = await written.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return {
    documents: documents.slice(0, TIES_SHOWN).map(brief),
    documentCount: documents.length,
    written: await written.select(['id', 'num', 'title']).orderBy('id').limit(TIES_SHOWN).execute(),
    writtenCount: Number(count),
    templates: named.slice(0, TIES_SHOWN),
    templateCount: named.length,
  };
}

/** The documents of an author that are on their way or were declined. */
const writtenBy = (read: portal.PortalSource, author: number) =>
  read.selectFrom('documents').where('author_id', '=', author).where('state', 'in', ['pending', 'declined']);

interface Change {
  readonly from: Owner;
  readonly to: Owner;
}

/**
 * Prepares a hand-over from a person to a colleague: the templates are checked as they would be after it. The answer does
 * it inside a transaction: it replaces the person in all pending entries that the colleague may decide, among those who
 * decide overdue steps, and in the templates. History and notifications are those of any change of the signatories.
 */
async function prepareHandOver(needs: Surroundings, change: Change) {
  const prepared = await prepareTemplates(needs, change);
  return (transaction: portal.PortalChange, save: Save) =>
    handOver(needs.database, transaction, { ...change, prepared }, save);
}

async function prepareTemplates({ database, people }: Surroundings, { from, to }: Change) {
  const found = await templatesNaming(database.read, from.id);
  const ready: templates.TemplatePlace[] = [];
  const kept: { pair: portal.Pair; why: KeptReason }[] = [];
  const needs = { database, people };
  for (const place of found) {
    const next = { ...place, template: withReplaced(place.template, from.id, to.id) };
    const { resolved } = await examineTemplate(needs, next);
    const before = await stepCount({ ...needs, people: { disabledAmong: async () => new Set<string>() } }, place);
    if (!resolved) kept.push({ pair: place.pair, why: 'route breaks' });
    else if (resolved.route.steps.length < before) kept.push({ pair: place.pair, why: 'signs already' });
    else ready.push(next);
  }
  return { ready, kept };
}

/** How many steps documents of a template have; 0: none can be made. */
const stepCount = async (needs: Resolving, place: templates.TemplatePlace): Promise<number> =>
  (await examineTemplate(needs, place)).resolved?.route.steps.length ?? 0;

type PreparedTemplates = Awaited<ReturnType<typeof prepareTemplates>>;

async function handOver(
  database: Surroundings['database'],
  transaction: portal.PortalChange,
  { from, to, prepared }: Change & { readonly prepared: PreparedTemplates },
  save: Save,
): Promise<HandedDocuments> {
  const waiting = await waitingFor(transaction, from.id);
  const passed: StoredDocument[] = [];
  const kept: { document: StoredDocument; why: KeptReason }[] = [];
  const may = rightsOf(transaction, to);
  for (const id of waiting) {
    const before = await lockDocument(database, transaction, id);
    const own = before ? entriesOf(before, from.uid) : [];
    const comes = before !== null && mayComeTo(before, from.id);
    if (!before || (own.length === 0 && !comes)) continue;
    const why = await whyKept(before, { own, comes }, to, may);
    if (why) kept.push({ document: before, why });
    if (why) continue;
    const isOwn = ({ uid, kind }: Signatory) => own.some((entry) => entry.uid === uid && entry.kind === kind);
    const listed = before.entries.map((entry) => ({ ...entry, uid: isOwn(entry) ? to.uid : entry.uid }));
    const listedNow = await saveDraft(transaction, before, { ...before, listed }, 'handed over', save);
    const steps = listedNow.route?.steps.map((step) => ({
      ...step,
      next: step.next && withHeir(step.next, from.id, to.id),
    }));
    passed.push(comes && steps ? await saveEscalation(transaction, listedNow, { from, to, steps }, save) : listedNow);
  }
  const saved: { pair: portal.Pair }[] = [];
  const keptTemplates = [...prepared.kept];
  for (const { pair, version, template } of prepared.ready) {
    const latest = await templates.findTemplate(transaction, pair);
    const next = { pair, version: version + 1, template };
    const isAdded =
      latest?.version === version && (await templates.addVersion(transaction, next, save.by, save.at)) !== null;
    if (isAdded) saved.push({ pair });
    else keptTemplates.push({ pair, why: 'changed meanwhile' });
  }
  return {
    documents: passed.slice(0, TIES_SHOWN).map(brief),
    documentCount: passed.length,
    templates: await withTitles(transaction, saved),
    keptDocuments: kept.slice(0, TIES_SHOWN).map(({ document, why }) => ({ ...brief(document), why })),
    keptDocumentCount: kept.length,
    keptTemplates: await withTitles(transaction, keptTemplates),
    hasMore: waiting.length === HAND_OVER_MAX,
  };
}

type May = ReturnType<typeof rightsOf>;

/** Whether a colleague may decide as a kind of signatory in a pair; each is asked once. */
function rightsOf(read: portal.PortalSource, { role_id }: Owner) {
  const known = new Map<string, boolean>();
  return async (kind: SignatoryKind, pair: portal.Pair): Promise<boolean> => {
    const key = `${kind} ${pair.directing} ${pair.task}`;
    const asked = known.get(key);
    if (asked !== undefined) return asked;
    const rows = await portal.rolesWithPermission(read, { pair, oneOf: [ACTION_OF[kind]] }).execute();
    const may = rows.some((row) => row.role_id === role_id);
    known.set(key, may);
    return may;
  };
}

async function whyKept(
  { entries, directing, task }: StoredDocument,
  { own, comes }: { readonly own: readonly Signatory[]; readonly comes: boolean },
  to: Owner,
  may: May,
): Promise<KeptReason | null> {
  if (comes && !(await may('acceptor', { directing: directing.id, task: task.id }))) return 'no right';
  for (const { kind } of own) {
    if (entries.some((entry) => entry.kind === kind && entry.uid === to.uid)) return 'listed already';
    if (!(await may(kind, { directing: directing.id, task: task.id }))) return 'no right';
  }
  return null;
}

/** Ids of documents with a pending entry of a person, or a route that names them in the end; at most HAND_OVER_MAX. */
async function waitingFor(read: portal.PortalSource, user: number): Promise<number[]> {
  const rows = await read
    .selectFrom('document_entries as entry')
    .innerJoin('documents', 'documents.id', 'entry.document_id')
    .select('documents.id')
    .distinct()
    .where('entry.user_id', '=', user)
    .where('entry.accepted_at', 'is', null)
    .where('entry.declined_at', 'is', null)
    .where('documents.state', '=', 'pending')
    .orderBy('documents.id')
    .limit(HAND_OVER_MAX)
    .execute();
  const routed = await read
    .selectFrom('documents')
    .select(['id', 'route'])
    .where('state', '=', 'pending')
    .where('route', 'like', `%${user}%`)
    .orderBy('id')
    .execute();
  const named = routed.filter(({ route }) =>
    storedRouteOf(route)?.steps.some(({ next }) => next?.users.includes(user)),
  );
  return [...new Set([...rows, ...named].map(({ id }) => id))].slice(0, HAND_OVER_MAX);
}

/** The entries by which a document waits for a person, now or later. */
function entriesOf(document: StoredDocument, uid: string): Signatory[] {
  const { isPassed } = turnsOf(document);
  return document.entries.filter((entry) => entry.uid === uid && isPending(entry) && !isPassed(entry));
}

/** Whether a step that is not over comes to a person when it is overdue, or has come. */
function mayComeTo(document: StoredDocument, user: number): boolean {
  const { isPassed } = turnsOf(document);
  const isOpen = (step: number) =>
    document.entries.some((entry) => entry.step === step && isPending(entry) && !isPassed(entry));
  return document.route?.steps.some(({ next }, at) => next?.users.includes(user) && isOpen(at + 1)) ?? false;
}

const brief = ({ id, num, title }: StoredDocument) => ({ id, num, title });

const templatesNaming = async (read: portal.PortalSource, user: number) =>
  (await templates.listTemplates(read)).filter(({ template }) =>
    templates.namedInTemplate(template).users.includes(user),
  );

const withHeir = <Part extends { readonly users: readonly number[] }>(part: Part, from: number, to: number): Part => ({
  ...part,
  users: [...new Set(part.users.map((id) => (id === from ? to : id)))],
});

function withReplaced(template: templates.TemplateContent, from: number, to: number): templates.TemplateContent {
  const replaced = <Part extends templates.Named>(part: Part): Part => withHeir(part, from, to);
  return {
    ...template,
    steps: template.steps.map((step) => ({ ...replaced(step), next: step.next && replaced(step.next) })),
    recipients: replaced(template.recipients),
  };
}

/** Of each template its direction and task in the place of their pair, with what else is said of it. */
async function withTitles<T extends { readonly pair: portal.Pair }>(read: portal.PortalSource, found: readonly T[]) {
  const rowsOf = async (list: 'directings' | 'tasks', ids: readonly number[]) =>
    new Map(
      (ids.length === 0
        ? []
        : await read.selectFrom(list).select(['id', 'title']).where('id', 'in', ids).execute()
      ).map((row) => [row.id, row]),
    );
  const directings = await rowsOf(
    'directings',
    found.map(({ pair }) => pair.directing),
  );
  const tasks = await rowsOf(
    'tasks',
    found.map(({ pair }) => pair.task),
  );
  return found.flatMap(({ pair, ...rest }) => {
    const directing = directings.get(pair.directing);
    const task = tasks.get(pair.task);
    return directing && task ? [{ directing, task, ...rest }] : [];
  });
}

/** Why no document can be made of a template; null: it can. */
async function faultOf(needs: Resolving, place: templates.TemplatePlace) {
  const [problem] = (await examineTemplate(needs, place)).problems;
  return problem ? { step: problem.step, role: problem.role, name: problem.name } : null;
}

/** The routes and signatories that work before `change` and do not after it. The caller rolls the transaction back. */
async function brokenBy(
  transaction: portal.PortalChange,
  affected: Affected,
  disabled: ReadonlySet<string>,
  change: () => Promise<void>,
): Promise<BrokenRoutes> {
  const needs = { database: { read: transaction }, people: { disabledAmong: async () => disabled } };
  const look = async () => {
    const faults = [];
    for (const place of await templates.listTemplates(transaction))
      faults.push({ place, fault: await faultOf(needs, place) });
    return { faults, unable: await unableSignatories(transaction, affected) };
  };
  const before = await look();
  await change();
  const after = await look();
  const broken = after.faults.flatMap(({ place, fault }, at) =>
    fault && !before.faults[at]?.fault ? [{ pair: place.pair, ...fault }] : [],
  );
  const known = new Set(before.unable.map(({ key }) => key));
  const unable = after.unable.filter(({ key }) => !known.has(key));
  return {
    templates: await withTitles(transaction, broken.slice(0, TIES_SHOWN)),
    templateCount: broken.length,
    signatories: unable.slice(0, TIES_SHOWN).map(({ id, num, title, name }) => ({ id, num, title, name })),
    signatoryCount: unable.length,
  };
}

interface Affected {
  readonly roles: readonly number[];
  readonly uids: readonly string[];
}

/** Pending signatories among these people, or with one of these roles, who may not decide themselves. */
async function unableSignatories(read: portal.PortalSource, { roles, uids }: Affected) {
  if (roles.length + uids.length === 0) return [];
  const rows = await read
    .selectFrom('document_entries as entry')
    .innerJoin('documents', 'documents.id', 'entry.document_id')
    .innerJoin('users as listed', 'listed.id', 'entry.user_id')
    .select(['documents.id', 'listed.uid', 'listed.name', 'listed.email', 'entry.kind'])
    .where((eb) =>
      eb.or([
        ...(roles.length > 0 ? [eb('listed.role_id', 'in', [...roles])] : []),
        ...(uids.length > 0 ? [eb('listed.uid', 'in', [...uids])] : []),
      ]),
    )
    .where('entry.accepted_at', 'is', null)
    .where('entry.declined_at', 'is', null)
    .where('documents.state', '=', 'pending')
    .where(({ not }) => not(mayDecideForSignatory(OWN_ROLE) as never))
    .orderBy('documents.id')
    .limit(HAND_OVER_MAX)
    .execute();
  const documents = new Map(
    (await selectDocuments(read, [...new Set(rows.map(({ id }) => id))])).map((one) => [one.id, one]),
  );
  return rows.flatMap(({ id, uid, kind, ...person }) => {
    const document = documents.get(id);
    if (!document?.entries.some((entry) => entry.kind === kind && entriesOf(document, uid).includes(entry))) return [];
    return [{ key: `${id} ${kind} ${uid}`, ...brief(document), name: calledName(person) }];
  });
}

/** The uids that templates name or include by a role: whether they are disabled is asked before a transaction. */
async function castOfTemplates(read: portal.PortalSource): Promise<string[]> {
  const uids = new Set<string>();
  for (const { template } of await templates.listTemplates(read))
    for (const { uid } of (await templates.selectCast(read, template)).people) uids.add(uid);
  return [...uids];
}

/** The port of people under the documents. */
export const tiedDocuments = { tiesOf, prepareHandOver, castOfTemplates, brokenBy };
