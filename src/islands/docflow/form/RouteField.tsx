import type { Signatory } from '../../../../contract/docflow.ts';
import type { DocumentRoute } from '../../../../contract/document-route.ts';
import type { TemplateForForm } from '../../../../contract/document-templates.ts';
import { routeTexts as texts } from '../../../lib/docflow/route-texts.ts';
import { calledAs } from '../../../lib/docflow/signatory-list.ts';
import { Message } from '../../ui/Message.tsx';
import { RouteSteps, type ShownStep } from '../RouteSteps.tsx';

/** The steps of a template, as a form shows them. */
export const stepsOfTemplate = ({ steps }: TemplateForForm): ShownStep[] =>
  steps.map(({ people, ...step }) => ({ ...step, names: people.map(calledAs) }));

/** The steps that a document has taken already. */
export const stepsOfRoute = ({ steps }: DocumentRoute, acceptors: readonly Signatory[]): ShownStep[] => {
  const names = new Map(acceptors.map((person) => [person.uid, calledAs(person)]));
  return steps.map((step) => ({ ...step, names: step.people.flatMap((uid) => names.get(uid) ?? []) }));
};

interface Props {
  readonly steps: readonly ShownStep[];
  readonly isFixed: boolean;
  readonly problem: TemplateForForm['problem'];
}

/** Whom a document will ask by its route: to be read, not to be changed. */
export function RouteField({ steps, isFixed, problem }: Props) {
  return (
    <fieldset className="signatories">
      <legend>{texts.heading}</legend>
      <p className="field-hint">{isFixed ? texts.fixed : texts.open}</p>
      {problem ? (
        <Message kind="warning">
          {texts.problem(problem)} {isFixed && texts.askAdmin}
        </Message>
      ) : (
        <RouteSteps steps={steps} />
      )}
    </fieldset>
  );
}
