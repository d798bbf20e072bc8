// What administrators send to set the route of a type of documents: steps of signatures and the text to begin with.
import { asRecord, type Field, type Form, ifGiven, Refusal } from '../fields/field.ts';
import { markup, tidyTitle, titleProblem } from '../fields/text.ts';
import { fixedRoute, isId, isUid } from '../fields/values.ts';
import { MARKDOWN_MAX, ROUTE_DAYS_MAX, ROUTE_STEPS_MAX, SIGNATORIES_MAX } from '../limits.ts';
import { STEP_MODES, type StepMode } from './words.ts';

/** People named in a template: by uid, or as holders of roles. */
export interface NamedPeople {
  readonly people: readonly string[];
  readonly roles: readonly number[];
}

/** Who may decide besides when a step is overdue by that many days. */
interface NextInCharge extends NamedPeople {
  readonly days: number;
}

interface TemplateStep extends NamedPeople {
  /** Empty: the step has no name. */
  readonly title: string;
  readonly mode: StepMode;
  /** null: no matter when. */
  readonly days: number | null;
  readonly next: NextInCharge | null;
}

const INVALID = new Refusal('invalid steps');

function listOf<T>(value: unknown, isItem: (item: unknown) => item is T): T[] | null {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || value.length > SIGNATORIES_MAX || !value.every(isItem)) return null;
  return [...new Set<T>(value)];
}
const isDays = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= ROUTE_DAYS_MAX;

function peopleOf(value: unknown): NamedPeople | null {
  const named = asRecord(value);
  const people = named && listOf(named.people, isUid);
  const roles = named && listOf(named.roles, isId);
  return people && roles && { people, roles };
}

const namesNone = ({ people, roles }: NamedPeople): boolean => people.length + roles.length === 0;

/** Undefined: not one that can be kept. */
function nextOf(value: unknown): NextInCharge | null | undefined {
  if (value === undefined || value === null) return null;
  const named = peopleOf(value);
  const days = asRecord(value)?.days;
  return named && !namesNone(named) && isDays(days) ? { ...named, days } : undefined;
}

function stepOf(value: unknown): TemplateStep | null {
  const fields = asRecord(value);
  const named = peopleOf(value);
  if (!fields || !named || namesNone(named)) return null;
  const { title = '', days = null } = fields;
  const mode = STEP_MODES.find((each) => each === fields.mode);
  const next = nextOf(fields.next);
  if (typeof title !== 'string' || !mode || next === undefined) return null;
  const tidy = tidyTitle(title);
  if (titleProblem(tidy) === 'too long' || (days !== null && !isDays(days))) return null;
  return { ...named, title: tidy, mode, days, next };
}

const PEOPLE_SCHEMA = {
  people: { type: 'array', items: { type: 'string' }, maxItems: SIGNATORIES_MAX },
  roles: { type: 'array', items: { type: 'integer' }, maxItems: SIGNATORIES_MAX },
};
const DAYS_SCHEMA = { type: ['integer', 'null'], minimum: 0, maximum: ROUTE_DAYS_MAX };

/** The steps of a template in their order, each with at least one person or role; empty for flat lists. */
const templateSteps: Field<readonly TemplateStep[]> = {
  schema: {
    type: 'array',
    maxItems: ROUTE_STEPS_MAX,
    description: 'Who signs, in which order; `next` may decide besides when a step is overdue by `days`',
    items: {
      type: 'object',
      properties: {
        title: { type: 'string' },
        mode: { type: 'string', enum: [...STEP_MODES] },
        days: DAYS_SCHEMA,
        ...PEOPLE_SCHEMA,
        next: {
          type: ['object', 'null'],
          properties: { days: { ...DAYS_SCHEMA, type: 'integer' }, ...PEOPLE_SCHEMA },
          required: ['days'],
        },
      },
      required: ['mode'],
    },
    examples: [[{ title: 'Юрист', mode: 'all', days: 2, people: [], roles: [1], next: null }]],
  },
  read: (value) => {
    if (!Array.isArray(value) || value.length > ROUTE_STEPS_MAX) return INVALID;
    const steps = value.map(stepOf);
    return steps.every((step) => step !== null) ? steps : INVALID;
  },
};

/** Who acknowledges by default. */
const templateRecipients: Field<NamedPeople> = {
  schema: { type: ['object', 'null'], properties: PEOPLE_SCHEMA },
  read: (value) =>
    value === undefined || value === null
      ? { people: [], roles: [] }
      : (peopleOf(value) ?? new Refusal('invalid recipient uid')),
};

/** How a document of a template is called; empty: its author says. */
const namingRule: Field<string> = {
  schema: { type: ['string', 'null'], examples: ['Договор № {{номер}}'] },
  read: (value) => {
    if (value === undefined || value === null) return '';
    const tidy = typeof value === 'string' && !value.includes('\0') ? tidyTitle(value) : null;
    return tidy === null || titleProblem(tidy) === 'too long' ? new Refusal('invalid title') : tidy;
  },
};

export const TEMPLATE_FORM = {
  title: namingRule,
  text: ifGiven(markup('invalid description', MARKDOWN_MAX)),
  steps: templateSteps,
  recipients: templateRecipients,
  isFixed: fixedRoute,
} satisfies Form;
