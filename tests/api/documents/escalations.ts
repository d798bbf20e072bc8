import { expect } from 'vitest';
import type { Document, DocumentChange } from '../../../contract/documents/documents.ts';
import type { StepMode } from '../../../contract/documents/words.ts';

const DAY = 86_400_000;

/** A step of a template as it is saved. */
export interface GivenStep {
  readonly mode: StepMode;
  readonly people: readonly string[];
  readonly days?: number;
  readonly next?: { readonly people: readonly string[]; readonly days: number };
}

/** Two templates that the administrator saves in turn; a document keeps the one it was made by. */
export const TEMPLATES: readonly (readonly GivenStep[])[] = [
  [
    { mode: 'all', people: ['anna'], days: 1, next: { people: ['oleg'], days: 0 } },
    { mode: 'any', people: ['boss', 'oleg'], days: 2, next: { people: ['anna'], days: 1 } },
  ],
  [
    { mode: 'any', people: ['anna', 'oleg'] },
    { mode: 'all', people: ['boss'], days: 0, next: { people: ['oleg', 'reader'], days: 1 } },
  ],
];

/** A model of overdue steps, from the templates and the answers alone. */
export function openEscalations() {
  const templates = new Map<number, readonly GivenStep[]>();
  /** The steps of a document as it was made. */
  const made = new Map<number, NonNullable<Document['route']>>();
  /** Whose decision has come to whom: `<document> <version> <listed> <acting>`. */
  const come = new Set<string>();
  /** Escalations of a document: `<version> <step>`. */
  const expected = new Map<number, Set<string>>();
  const everDisabled = new Set<string>();

  return {
    /** That this version of the template was saved with these steps. */
    saved: (version: number, steps: readonly GivenStep[]) => templates.set(version, steps),
    /** Keeps the route that a new document goes by. */
    begin({ id, route }: Document): void {
      if (route) made.set(id, route);
    },
    disable: (uid: string) => everDisabled.add(uid),
    /** Notes what has come to whom in a document, right after the alarms of `now` (ms since the epoch) were sent. */
    note({ id, version, route, acceptor }: Document, now: number, disabled: ReadonlySet<string>): void {
      const place = route?.steps.findIndex(({ state }) => state === 'current') ?? -1;
      const step = route?.steps[place];
      const next = templates.get(route?.version ?? 0)?.[place]?.next;
      if (!step || !next) return;
      const asked = acceptor.filter(({ uid, accept }) => step.people.includes(uid) && !accept);
      const isGone = ({ uid }: { readonly uid: string }) => disabled.has(uid);
      const isUnable = step.mode === 'any' ? asked.every(isGone) : asked.some(isGone);
      const isLate = step.dueAt !== null && now > Date.parse(step.dueAt) + next.days * DAY;
      if (!isUnable && !isLate) return;
      expected.set(id, (expected.get(id) ?? new Set()).add(`${version} ${place + 1}`));
      for (const { uid } of asked) for (const acting of next.people) come.add(`${id} ${version} ${uid} ${acting}`);
    },
    /** Whose decision about any version of a document has come to whom: listed, acting. */
    comeIn: (id: number): (readonly [string, string])[] =>
      [...come].flatMap((key) => {
        const [document, , listed = '', acting = ''] = key.split(' ');
        return document === String(id) ? [[listed, acting] as const] : [];
      }),
    hasCome: ({ id, version }: Pick<Document, 'id' | 'version'>, listed: string, acting: string): boolean =>
      come.has(`${id} ${version} ${listed} ${acting}`),
    /** A later template touches no document, and only who was dismissed is replaced; what is late came to others, no more. */
    check({ id, route }: Document, changes: readonly DocumentChange[]): void {
      const begun = made.get(id);
      const shape = (of: Document['route']) => of && [of.version, of.steps.map(({ mode, days }) => [mode, days])];
      expect(shape(route)).toEqual(shape(begun));
      for (const [place, { people }] of (begun?.steps ?? []).entries())
        for (const [at, uid] of people.entries())
          if (route?.steps[place]?.people[at] !== uid) expect(everDisabled).toContain(uid);
      const escalated = changes.filter(({ event }) => event === 'escalated');
      expect(new Set(escalated.map(({ after }) => after?.version))).toEqual(
        new Set([...(expected.get(id) ?? [])].map((round) => Number(round.split(' ')[0]))),
      );
    },
  };
}
