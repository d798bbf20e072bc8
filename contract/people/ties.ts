// What the API answers about everything that hangs on a person, and what a hand-over to a colleague did.
import Type, { type Static } from 'typebox';
import { TiedDocument, TiedTemplate } from '../access/access.ts';
import { Editor, Nullable } from '../answers.ts';

/** The first TIES_SHOWN of each kind; counts are of all, of documents up to HAND_OVER_MAX. */
const tied = { documents: Type.Array(TiedDocument), documentCount: Type.Integer() };

/** GET /people/{email}/ties: documents that wait for a person, templates that name them, and substitutions. */
export const PersonTies = Type.Object({
  ...tied,
  written: Type.Array(TiedDocument, { description: 'Of which the person is the author, on their way or declined' }),
  writtenCount: Type.Integer(),
  templates: Type.Array(TiedTemplate),
  templateCount: Type.Integer(),
  /** Who acts for the person, and for whom the person acts, today or later. */
  substitute: Nullable(Editor),
  represents: Type.Array(Editor),
});
export type PersonTies = Static<typeof PersonTies>;

/** Why something stayed with the person. */
const KEPT_REASONS = ['listed already', 'no right', 'changed meanwhile', 'route breaks', 'signs already'] as const;
const Why = Type.Enum([...KEPT_REASONS]);
export type KeptReason = (typeof KEPT_REASONS)[number];

/** POST /people/{email}/hand-over: what passed to the colleague, and what stayed and why. */
export const HandedOver = Type.Object({
  to: Editor,
  ...tied,
  templates: Type.Array(TiedTemplate),
  /** Substitutions that ended. */
  substitutions: Type.Integer(),
  keptDocuments: Type.Array(Type.Object({ ...TiedDocument.properties, why: Why })),
  keptDocumentCount: Type.Integer(),
  keptTemplates: Type.Array(Type.Object({ ...TiedTemplate.properties, why: Why })),
  /** The person has more documents than pass in one call. */
  hasMore: Type.Boolean(),
});
export type HandedOver = Static<typeof HandedOver>;

/** What the documents did of a hand-over. */
export type HandedDocuments = Omit<HandedOver, 'to' | 'substitutions'>;
