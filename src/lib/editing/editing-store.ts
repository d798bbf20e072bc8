// State of editing one thing that others may edit too (company page, slide, document): drafts until a save, merging
// with saves of others.
import { atom, computed } from 'nanostores';
import type { Merged, Side } from '../markdown/merge.ts';
import { createLatest, type Failure, outcomeOf } from '../platform/http-client.ts';
import type { Draft, Drafts } from './drafts.ts';
import { CHANGED, type SavedBy, type Stored, savedBy } from './etag.ts';

/** Another user saved another state while this one was typed. */
export interface Conflict<T> extends SavedBy {
  /** Their state; null: it is gone. */
  readonly theirs: Stored<T> | null;
  /** Both states brought together, where what the typing began from is known. */
  readonly merge: Merged<T> | null;
}

interface EditingState<T> {
  readonly phase: 'loading' | 'ready' | 'failed';
  /** The state at the server; null where there is none yet. */
  readonly stored: Stored<T> | null;
  readonly value: T;
  readonly saving: boolean;
  readonly failure: Failure | null;
  readonly conflict: Conflict<T> | null;
  /** What the last save was brought together with; null: nothing. */
  readonly joined: SavedBy | null;
  /** Texts typed here earlier and never saved. */
  readonly drafts: readonly Draft<T>[];
}

interface EditingPorts<T> {
  readonly empty: T;
  readonly drafts: Drafts<T>;
  same(one: T, other: T): boolean;
  load(): Promise<Stored<T> | null>;
  /** Saves; `stored` is the state that the typing began from, `round` the id of the typing. Throws what ky throws. */
  save(value: T, stored: Stored<T> | null, round: string): Promise<Stored<T>>;
  now(): Date;
  /** Brings two states together that began as `base`; without it every save by another user is asked about. */
  merge?(base: T, mine: T, theirs: T): Merged<T>;
}

/** What came of a save. `ignored`: another one is under way. */
export type Outcome = 'saved' | 'conflict' | 'failed' | 'ignored';

/** Pause in the typing after which it is kept, ms: a long text is not written with every letter. */
const KEEP_AFTER_MS = 400;
/** Mark of what was typed when there was nothing at the server: no state has it. */
const BEFORE_ANY = '"before any"';
/** How often one save is brought together with others before it asks. */
const JOINED_MAX = 3;

/** The editing of one thing that others may edit too: drafts stay until a save, and saves of others are safe. */
export function createEditing<T>(ports: EditingPorts<T>) {
  const { empty, drafts, same } = ports;
  const $editing = atom<EditingState<T>>({
    phase: 'loading',
    stored: null,
    value: empty,
    saving: false,
    failure: null,
    conflict: null,
    joined: null,
    drafts: [],
  });
  const latest = createLatest();
  /** The draft that this typing is kept as. */
  let own: string = crypto.randomUUID();
  /** Whether the typing began from `stored`: a draft of an older state did not. */
  let isBaseKnown = true;
  const patch = (next: Partial<EditingState<T>>) => $editing.set({ ...$editing.get(), ...next });
  const savedValue = (): T => $editing.get().stored?.value ?? empty;

  let keeping: ReturnType<typeof setTimeout> | undefined;

  function present(): Draft<T> {
    const { value, stored } = $editing.get();
    return { id: own, savedAt: ports.now().toISOString(), etag: stored?.etag ?? null, value };
  }

  /** Brings the draft up to date with what is typed. */
  function keep(): void {
    clearTimeout(keeping);
    if (same($editing.get().value, savedValue())) drafts.drop(own);
    else drafts.keep(present());
  }

  const offered = (): readonly Draft<T>[] =>
    drafts.all().filter(({ id, value, holdsMore }) => id !== own && (holdsMore || !same(value, savedValue())));

  async function open(): Promise<void> {
    if ($editing.get().phase === 'ready') keep();
    own = crypto.randomUUID();
    isBaseKnown = true;
    patch({ phase: 'loading', failure: null, conflict: null, joined: null, saving: false });
    const { value: answer, failure } = await outcomeOf(() => latest.run(() => ports.load()));
    if (failure) patch({ phase: 'failed', failure });
    if (!answer) return;
    patch({ phase: 'ready', stored: answer.value, value: answer.value?.value ?? empty });
    patch({ drafts: offered() });
  }

  function change(value: T): void {
    patch({ value });
    clearTimeout(keeping);
    keeping = setTimeout(keep, KEEP_AFTER_MS);
  }

  /** Saves again with their changes where none overlaps one's own; else shows their state beside it, or the failure. */
  async function meet({ facts }: Failure, joins: number): Promise<Outcome> {
    const { value: theirs, failure } = await outcomeOf(() => ports.load());
    if (failure) return refuse(failure);
    const { value, stored } = $editing.get();
    const joined = savedBy(facts);
    const merge = theirs && stored && isBaseKnown ? (ports.merge?.(stored.value, value, theirs.value) ?? null) : null;
    if (merge?.overlaps.length === 0 && joins < JOINED_MAX) {
      patch({ saving: false, stored: theirs, value: merge.take([]), joined });
      return send(joins + 1);
    }
    patch({ saving: false, conflict: { ...joined, theirs, merge } });
    return 'conflict';
  }

  function refuse(failure: Failure): Outcome {
    patch({ saving: false, failure });
    return 'failed';
  }

  async function send(joins: number): Promise<Outcome> {
    const { value, stored, saving } = $editing.get();
    if (saving) return 'ignored';
    keep();
    patch({ saving: true, failure: null, conflict: null });
    const { value: saved, failure } = await outcomeOf(() => ports.save(value, stored, own));
    if (failure) return failure.code === CHANGED ? meet(failure, joins) : refuse(failure);
    isBaseKnown = true;
    patch({ saving: false, stored: saved });
    // What was typed while the answer was on its way stays, as a draft of the new state.
    if (same($editing.get().value, value)) patch({ value: saved.value });
    keep();
    patch({ drafts: offered() });
    return 'saved';
  }

  function save(): Promise<Outcome> {
    patch({ joined: null });
    return send(0);
  }

  /** Goes on with another text; the one that was typed stays among the drafts. */
  function turnTo(value: T, id: string): void {
    keep();
    own = id;
    patch({ value, failure: null });
    keep();
    patch({ drafts: offered() });
  }

  return {
    $editing,
    /** Whether something is typed that the server does not have. */
    $dirty: computed($editing, ({ phase, value, stored }) =>
      phase === 'ready' ? !same(value, stored?.value ?? empty) : false,
    ),
    open,
    present,
    change,
    /** Keeps what is typed at once: the page may be about to go. */
    keep,
    save,
    /** Saves over what another user saved meanwhile; a still newer state is asked about again. */
    overwrite(): Promise<Outcome> {
      const { conflict } = $editing.get();
      if (conflict) patch({ stored: conflict.theirs, conflict: null });
      isBaseKnown = true;
      return save();
    },
    /** Saves both states brought together, with a choice for every overlap; one's own stays among the drafts. */
    resolve(choices: readonly Side[]): Promise<Outcome> {
      const { conflict } = $editing.get();
      if (!conflict?.merge) return Promise.resolve('ignored');
      keep();
      patch({ stored: conflict.theirs, conflict: null });
      isBaseKnown = true;
      const value = conflict.merge.take(choices);
      if (choices.includes('theirs')) turnTo(value, crypto.randomUUID());
      else patch({ value });
      return save();
    },
    /** Goes on with their text; one's own stays among the drafts. */
    takeTheirs(): void {
      const { conflict } = $editing.get();
      if (!conflict) return;
      keep();
      patch({ stored: conflict.theirs, conflict: null });
      isBaseKnown = true;
      turnTo(conflict.theirs?.value ?? empty, crypto.randomUUID());
    },
    /** Back to one's own text; the next save asks again. */
    putOff: () => patch({ conflict: null }),
    takeDraft(id: string): void {
      const draft = $editing.get().drafts.find((one) => one.id === id);
      if (!draft) return;
      const { stored } = $editing.get();
      // A draft of an older state must not pass for one of the present state.
      isBaseKnown = stored?.etag === draft.etag;
      if (stored && !isBaseKnown) patch({ stored: { ...stored, etag: draft.etag ?? BEFORE_ANY } });
      turnTo(draft.value, draft.id);
    },
    dropDraft(id: string): void {
      drafts.drop(id);
      patch({ drafts: offered() });
    },
    /** Goes on with what is typed as a round of typing of its own: a save repeats none of those before. */
    beginAnew(): void {
      drafts.drop(own);
      own = crypto.randomUUID();
      keep();
    },
    discard(): void {
      clearTimeout(keeping);
      drafts.drop(own);
      patch({ value: savedValue(), failure: null, conflict: null });
    },
    /** Takes a state that the server has answered otherwise than to a save. */
    accept(stored: Stored<T>): void {
      const { value } = $editing.get();
      const untouched = same(value, savedValue());
      patch({ stored, value: untouched ? stored.value : value });
      keep();
    },
  };
}
export type Editing<T> = ReturnType<typeof createEditing<T>>;
