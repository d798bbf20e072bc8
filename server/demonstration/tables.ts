/** What a service remembers of the demonstration and of itself: the part of its schema that this needs. */
export interface DemonstrationSchema {
  /** What the demonstration made, with a hash of how it made it: whatever is otherwise by now was changed since. */
  demonstration: { kind: string; id: string; fingerprint: string };
  /** `at` is when it first came to that, milliseconds since the epoch. */
  milestones: { name: Milestone; at: number };
}

/** `production`: the shop was open without a demonstration. `demonstration removed`: remove-demo has run. */
export type Milestone = 'production' | 'demonstration removed';

/** Statements of the migration that gives a service both tables. */
export const demonstrationTables = (big: string): readonly string[] => [
  `CREATE TABLE demonstration (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    PRIMARY KEY (kind, id)
  )`,
  `CREATE TABLE milestones (name TEXT PRIMARY KEY, at ${big} NOT NULL)`,
];
