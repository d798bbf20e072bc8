// Shows the steps of approval of a document in their order: who decides, all or any of them, until when. They are
// edited in templates/StepEditor.tsx.
import '../../styles/documents.css';
import type { DocumentRoute } from '../../../contract/documents/documents.ts';
import { routeTexts as texts } from '../../lib/documents/route-texts.ts';
import { now } from '../../lib/platform/now.ts';

/** A step as it is shown; before the first save it has no state. */
export interface ShownStep extends Pick<DocumentRoute['steps'][number], 'title' | 'mode' | 'days'> {
  readonly names: readonly string[];
  readonly dueAt?: string | null;
}

export function RouteSteps({ steps }: { readonly steps: readonly ShownStep[] }) {
  return (
    <ol className="route-steps flush stack gap-8">
      {steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step is identified by its place
        <li key={index}>
          <strong>{texts.step(index + 1, step.title)}</strong>
          <span>{texts.names(step.names)}</span>
          <StepFacts step={step} />
        </li>
      ))}
    </ol>
  );
}

export function StepFacts({ step: { mode, names, days, dueAt } }: { readonly step: ShownStep }) {
  const isOverdue = dueAt ? Date.parse(dueAt) < now().getTime() : false;
  const due = dueAt ? texts.due(dueAt) : texts.days(days);
  const facts = [texts.mode(mode, names.length), isOverdue ? '' : due].filter(Boolean).join(', ');
  return (
    <span className="small muted">
      {facts}
      {isOverdue && dueAt && (
        <span className="route-overdue strong">
          {facts !== '' && ', '}
          {texts.overdue} ({texts.due(dueAt)})
        </span>
      )}
    </span>
  );
}
