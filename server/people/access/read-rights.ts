// Reads the form of access settings: the boxes that are ticked.
import type { MatrixError } from '../../../contract/errors.ts';
import * as rights from '../roles/rights.ts';
import type { Entity } from './lists.ts';

export class InvalidForm extends Error {
  readonly error: MatrixError;

  constructor(entity: Entity, part: 'id' | 'box') {
    const error: MatrixError = `invalid ${entity} ${part}`;
    super(error);
    this.error = error;
  }
}

export type WantedRights = ReadonlyMap<number, rights.RightsTree>;

const TICKED: ReadonlySet<unknown> = new Set(['on', 'true', '1', true, 1]);
const NOT_TICKED: ReadonlySet<unknown> = new Set(['', 'off', 'false', '0', false, 0, null]);
/** Under this name a level with something below it carries its own box. */
const OWN_BOX = '0';
/** Under this name a role carries the boxes of its standing actions. */
const STANDING_FIELD = 'action';
type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads boxes that are ticked; a ticked box ticks those above it, a role sent empty has no rights. What cannot be read
 * throws InvalidForm, because leaving out takes away; only plain fields without a number, as of a button, pass.
 */
export function readRights(body: unknown): WantedRights {
  const wanted = new Map<number, rights.RightsTree>();
  if (!isFields(body)) return wanted;
  for (const name of Object.keys(body)) {
    const below = body[name];
    const id = idIn(name);
    if (id !== null) wanted.set(id, directingsOf(below));
    else if (!isPlain(below) || /\d|^id_/.test(name)) throw new InvalidForm('role', 'id');
  }
  return wanted;
}

function directingsOf(role: unknown): rights.RightsTree {
  const tree = new Map<number, ReadonlyMap<number, ReadonlySet<number>>>();
  if (isEmpty(role)) return tree;
  // A role has no box of its own: taken for a tick, it would clear the role.
  if (!isFields(role)) throw new InvalidForm('directing', 'id');
  for (const name of Object.keys(role)) {
    if (name === OWN_BOX && isEmpty(role[name])) continue;
    if (name === STANDING_FIELD) {
      tree.set(rights.NOWHERE, standingOf(role[name]));
      continue;
    }
    const id = known(idIn(name), 'directing');
    const tasks = new Map<number, ReadonlySet<number>>();
    if (readLevel(role[name], 'directing', 'task', (task, box) => readTask(tasks, task, box)) || tasks.size > 0)
      tree.set(id, tasks);
  }
  return tree;
}

function standingOf(boxes: unknown): ReadonlyMap<number, ReadonlySet<number>> {
  const actions = new Map<number, ReadonlySet<number>>();
  if (isEmpty(boxes)) return actions;
  if (!isFields(boxes)) throw new InvalidForm('action', 'id');
  readTask(actions, rights.NOWHERE, boxes);
  return actions;
}

function readTask(tasks: Map<number, ReadonlySet<number>>, id: number, task: unknown): void {
  const actions = new Set<number>();
  const take = (action: number, box: unknown) => {
    if (isFields(box)) throw new InvalidForm('action', 'id');
    if (isTicked(box, 'action')) actions.add(action);
  };
  if (readLevel(task, 'task', 'action', take) || actions.size > 0) tasks.set(id, actions);
}

/** Calls `take` with each entry below a level, by id; returns whether the level's own box is ticked. */
function readLevel(level: unknown, entity: Entity, below: Entity, take: (id: number, value: unknown) => void): boolean {
  if (!isFields(level)) return isTicked(level, entity);
  let own = false;
  for (const name of Object.keys(level)) {
    const value = level[name];
    if (name !== OWN_BOX) take(known(idIn(name), below), value);
    // A list with an index of 0 that has more than boxes in it.
    else if (isFields(value)) throw new InvalidForm(below, 'id');
    else own = isTicked(value, entity);
  }
  return own;
}

/** The id of `id_<n>`, null for any other name; one id has one spelling, so that no entry replaces another. */
const idIn = (name: string): number | null => (/^id_[1-9]\d{0,14}$/.test(name) ? Number(name.slice(3)) : null);

function known(id: number | null, entity: Entity): number {
  if (id === null) throw new InvalidForm(entity, 'id');
  return id;
}

/** Whether a box is ticked, of several with one name any. */
function isTicked(box: unknown, entity: Entity): boolean {
  if (Array.isArray(box)) return box.map((one) => isTickedOne(one, entity)).includes(true);
  return isTickedOne(box, entity);
}

function isTickedOne(box: unknown, entity: Entity): boolean {
  const value = typeof box === 'string' ? box.trim().toLowerCase() : box;
  if (TICKED.has(value)) return true;
  if (NOT_TICKED.has(value)) return false;
  throw new InvalidForm(entity, 'box');
}

/** Nothing at all, as a role is sent that loses its rights. */
const isEmpty = (value: unknown): boolean =>
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.every((one) => one === null || one === ''));

/** What a form sends for a field without brackets, once or more often. */
const isPlain = (value: unknown): boolean =>
  Array.isArray(value) ? value.every(isPlain) : typeof value !== 'object' || value === null;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
