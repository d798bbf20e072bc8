import type { DocumentTemplate } from '../../../contract/document-templates.ts';

/** What is edited of a template. */
export type TemplateText = Pick<DocumentTemplate, 'title' | 'text' | 'steps' | 'recipients' | 'isFixed'>;
export type EditedStep = TemplateText['steps'][number];
/** People by uid and roles by id. */
export type Named = TemplateText['recipients'];

export const textOfTemplate = ({
  title,
  text,
  steps,
  recipients,
  isFixed,
}: DocumentTemplate): TemplateText => ({
  title,
  text,
  steps,
  recipients,
  isFixed,
});

/** A step that names nobody yet. */
export const newStep = (): EditedStep => ({
  title: '',
  mode: 'all',
  days: null,
  people: [],
  roles: [],
  next: null,
});

/** The list with one step put before or after its neighbour; the same list where there is none. */
export function withMovedStep(steps: readonly EditedStep[], index: number, by: 1 | -1): EditedStep[] {
  const to = index + by;
  const moved = [...steps];
  const [step] = moved.splice(index, 1);
  if (!step || to < 0 || to >= steps.length) return [...steps];
  moved.splice(to, 0, step);
  return moved;
}

export const namesNobody = ({ people, roles }: Named): boolean => people.length + roles.length === 0;

/** The place, from 0, of the first step that names nobody; -1: there is none. */
export const emptyStep = ({ steps }: TemplateText): number => steps.findIndex(namesNobody);

/** A number of days as typed; null where nothing is, or none. */
export function daysOf(typed: string): number | null {
  const days = Number(typed);
  return typed.trim() === '' || !Number.isInteger(days) || days < 0 ? null : days;
}
