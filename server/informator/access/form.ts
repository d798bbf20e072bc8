import type { Entity } from '../references/lists.ts';
import type { RightsTree } from './tree.ts';

/** A name in the form is no id of its level, or a level holds something else than boxes. */
export class InvalidId extends Error {
  readonly entity: Entity;

  constructor(entity: Entity) {
    super(`invalid ${entity} id`);
    this.entity = entity;
  }
}

/** What the form says of each role that it names. */
export type WantedRights = ReadonlyMap<number, RightsTree>;

const NOT_TICKED = new Set(['', 'false', 'off', '0']);
type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads the form of access settings: boxes that are ticked, whatever else it holds. A ticked box ticks those above it.
 * A role with nothing below it has no rights. Throws InvalidId.
 */
export function readRights(body: unknown): WantedRights {
  const wanted = new Map<number, RightsTree>();
  if (!isFields(body)) return wanted;
  for (const [role, below] of named(body, 'role')) {
    const rights = directingsOf(below);
    // A role has no box of its own: a tick there would otherwise clear it.
    if (rights.size === 0 && isTicked(below)) throw new InvalidId('directing');
    wanted.set(role, rights);
  }
  return wanted;
}

function directingsOf(role: unknown): RightsTree {
  const tree = new Map<number, ReadonlyMap<number, ReadonlySet<number>>>();
  for (const [directing, below] of children(role, 'directing')) {
    const tasks = tasksOf(below);
    if (tasks.size > 0 || isTicked(below)) tree.set(directing, tasks);
  }
  return tree;
}

function tasksOf(directing: unknown): ReadonlyMap<number, ReadonlySet<number>> {
  const tasks = new Map<number, ReadonlySet<number>>();
  for (const [task, below] of children(directing, 'task')) {
    const actions = new Set<number>();
    for (const [action, box] of children(below, 'action')) {
      if (!isBox(box)) throw new InvalidId('action');
      if (isTicked(box)) actions.add(action);
    }
    if (actions.size > 0 || isTicked(below)) tasks.set(task, actions);
  }
  return tasks;
}

/** What stands below a level; a level that holds something, but nothing that can be read, is not taken for an empty one. */
function* children(level: unknown, entity: Entity): Generator<[id: number, below: unknown]> {
  if (isBox(level)) return;
  if (!isFields(level)) throw new InvalidId(entity);
  const isRead = ([name, below]: [string, unknown]) =>
    name.startsWith('id_') || (/^\d*$/.test(name) && isBox(below));
  const entries = Object.entries(level);
  if (entries.length > 0 && !entries.some(isRead)) throw new InvalidId(entity);
  yield* named(level, entity);
}

/** What stands under `id_<n>`; one id has one spelling, so that no entry replaces another. */
function* named(level: Fields, entity: Entity): Generator<[id: number, below: unknown]> {
  for (const [name, below] of Object.entries(level)) {
    if (!name.startsWith('id_')) continue;
    if (!/^id_[1-9]\d{0,14}$/.test(name)) throw new InvalidId(entity);
    yield [Number(name.slice(3)), below];
  }
}

/** A plain value, or several of one name. */
const isBox = (value: unknown): boolean => (Array.isArray(value) ? value.every(isBox) : !isFields(value));

/** Whether a box, or the own box of a level (its unnamed or numbered entries), is ticked. */
function isTicked(value: unknown): boolean {
  if (typeof value === 'string') return !NOT_TICKED.has(value.trim().toLowerCase());
  if (typeof value === 'number') return value !== 0;
  if (Array.isArray(value)) return value.some(isTicked);
  if (!isFields(value)) return value === true;
  return Object.entries(value).some(([name, inner]) => /^\d*$/.test(name) && isTicked(inner));
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
