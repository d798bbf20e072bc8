// The lists of people who sign or acknowledge, in the form of a document, and the search for people to add.
import { atom } from 'nanostores';
import { createLatest, type Failure, outcomeOf } from '../platform/http-client.ts';
import { afterPause, type Schedule } from '../ui/suggest-store.ts';

export interface Signer {
  readonly uid: string;
  readonly name: string;
  readonly email: string;
  readonly position: string;
}

type List = readonly Signer[];

/** What a list keeps of a person, of whom more may be known. */
export const signerOf = ({ uid, name, email, position }: Signer): Signer => ({ uid, name, email, position });

export const isListed = (list: List, uid: string): boolean => list.some((one) => one.uid === uid);

/** Appends a person; returns the same list if they are in it already. */
export const withSigner = (list: List, person: Signer): List =>
  isListed(list, person.uid) ? list : [...list, signerOf(person)];

/** A list with the recipients of a fixed route that it lacks: no author leaves them out. */
export const withMandated = (list: List, mandated: List): List => [
  ...list,
  ...mandated.filter(({ uid }) => !isListed(list, uid)),
];

/** Puts a person in the place of another one; returns the same list if they are in it already. */
export const withReplaced = (list: List, former: string, person: Signer): List =>
  isListed(list, person.uid) ? list : list.map((one) => (one.uid === former ? signerOf(person) : one));

export const withoutSigner = (list: List, uid: string): List => list.filter((one) => one.uid !== uid);

/** People who have the same first role; `role` null: all. */
interface Group {
  readonly role: string | null;
  readonly people: List;
}

/** All people, then those of each role by its title. */
export function groupsOf(people: List): readonly Group[] {
  const roles = [...new Set(people.map(({ position }) => position).filter((role) => role !== ''))];
  return [
    { role: null, people },
    ...roles
      .toSorted((one, other) => one.localeCompare(other, 'ru'))
      .map((role) => ({ role, people: people.filter(({ position }) => position === role) })),
  ];
}

/** Moves a person by a place; returns the same list at either end. */
export function withMoved(list: List, uid: string, by: 1 | -1): List {
  const from = list.findIndex((one) => one.uid === uid);
  const to = from + by;
  const [one, other] = [list[from], list[to]];
  return one && other ? list.with(from, other).with(to, one) : list;
}

/** Whether two lists have the same people in the same order. */
export const sameSigners = (one: List, other: List): boolean =>
  one.length === other.length && one.every(({ uid }, index) => uid === other[index]?.uid);

/** Pause after the last keystroke before the service is asked, ms. */
const PEOPLE_PAUSE = 250;

interface PeopleState<Person> {
  readonly phase: 'idle' | 'asking' | 'ready' | 'failed';
  readonly people: readonly Person[];
  readonly failure: Failure | null;
}

const IDLE: PeopleState<never> = { phase: 'idle', people: [], failure: null };

/** People for a typed text: requested after a pause, never for an empty text; the newest request wins. */
export function createPeopleSearch<Person extends Signer>(
  ask: (text: string, signal: AbortSignal) => Promise<readonly Person[]>,
  schedule: Schedule = afterPause,
) {
  const $people = atom<PeopleState<Person>>(IDLE);
  const latest = createLatest();
  let callOff = () => {};
  let asked = '';

  async function answer(): Promise<void> {
    const { value: found, failure } = await outcomeOf(() => latest.run((signal) => ask(asked, signal)));
    if (failure) $people.set({ phase: 'failed', people: [], failure });
    if (found) $people.set({ phase: 'ready', people: found.value, failure: null });
  }

  function stop(): void {
    callOff();
    latest.stop();
  }

  return {
    $people,
    type(text: string): void {
      stop();
      asked = text.trim();
      if (asked === '') {
        $people.set(IDLE);
        return;
      }
      // Found people stay until the next answer.
      $people.set({ ...$people.get(), phase: 'asking', failure: null });
      callOff = schedule(() => void answer(), PEOPLE_PAUSE);
    },
    again(): void {
      stop();
      if (asked === '') return;
      $people.set({ ...$people.get(), phase: 'asking', failure: null });
      void answer();
    },
    clear(): void {
      stop();
      asked = '';
      $people.set(IDLE);
    },
  };
}
