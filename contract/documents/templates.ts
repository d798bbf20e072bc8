import Type, { type Static } from 'typebox';
import { Editor, Nullable } from '../answers.ts';
import { StepModeSchema } from './documents.ts';

const Row = Type.Object({ id: Type.Integer(), title: Type.String() });
const Named = { people: Type.Array(Type.String()), roles: Type.Array(Type.Integer()) };

/** Somebody whom a template names, or means by a role. */
export const TemplatePerson = Type.Object({
  uid: Type.String(),
  name: Type.String(),
  email: Type.String(),
  position: Type.String(),
});
export type TemplatePerson = Static<typeof TemplatePerson>;

const Step = Type.Object({
  title: Type.String(),
  mode: StepModeSchema,
  days: Nullable(Type.Integer()),
  ...Named,
  next: Nullable(Type.Object({ days: Type.Integer(), ...Named })),
});

/** GET and PUT /docflow/templates/{directing}/{task}; `version` 0: there is none yet. */
export const DocumentTemplate = Type.Object({
  directing: Row,
  task: Row,
  version: Type.Integer(),
  title: Type.String({ description: 'How documents are called; empty: their authors say' }),
  text: Type.String(),
  steps: Type.Array(Step),
  recipients: Type.Object(Named),
  isFixed: Type.Boolean({ description: 'Authors may not name other acceptors' }),
  people: Type.Array(TemplatePerson, { description: 'Everybody named by uid' }),
  versions: Type.Array(Type.Object({ version: Type.Integer(), savedAt: Type.String(), savedBy: Nullable(Editor) }), {
    description: 'The newest first',
  }),
});
export type DocumentTemplate = Static<typeof DocumentTemplate>;

/** GET /docflow/templates. */
export const DocumentTemplates = Type.Array(
  Type.Object({
    directing: Row,
    task: Row,
    version: Type.Integer(),
    steps: Type.Integer(),
    savedAt: Type.String(),
    savedBy: Nullable(Editor),
  }),
);
export type DocumentTemplates = Static<typeof DocumentTemplates>;

/** GET /docflow/templates/{directing}/{task}/form: what the form of a new document begins with. */
export const TemplateForForm = Type.Object({
  version: Type.Integer({ description: '0: there is no template' }),
  title: Type.String(),
  text: Type.String(),
  isFixed: Type.Boolean(),
  steps: Type.Array(
    Type.Object({
      title: Type.String(),
      mode: StepModeSchema,
      days: Nullable(Type.Integer()),
      people: Type.Array(TemplatePerson),
    }),
  ),
  recipients: Type.Array(TemplatePerson),
  problem: Nullable(
    Type.Object(
      { error: Type.String(), step: Type.Integer(), role: Type.String(), name: Type.String() },
      { description: 'Why no document can be made by the steps as things stand' },
    ),
  ),
});
export type TemplateForForm = Static<typeof TemplateForForm>;

/** 400 of a template that comes to nobody, and of a document that is made of one. */
export const TemplateRefusal = Type.Object({
  error: Type.String(),
  step: Type.Optional(Type.Integer({ description: 'From 1; 0: the recipients' })),
  role: Type.Optional(Type.String({ description: 'Nobody who has it may decide' })),
  name: Type.Optional(Type.String({ description: 'Of the person who may not decide' })),
});
export type TemplateRefusal = Static<typeof TemplateRefusal>;
