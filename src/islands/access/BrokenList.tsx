// Which routes in force a change of rights or roles would break: the list that stands in every dialog that makes such a
// change, before it is saved.
import type { BrokenRoutes } from '../../../contract/access/access.ts';
import { doesBreak } from '../../lib/access/access-calls.ts';
import { brokenRoutes as texts } from '../../lib/access/access-texts.ts';
import { paths } from '../../lib/platform/paths.ts';
import { Message } from '../ui/controls.tsx';

interface Props {
  readonly broken: BrokenRoutes;
}

/** The templates that would stop working, and the documents whose signatories could not decide any more. */
export function BrokenList({ broken: { templates, templateCount, signatories, signatoryCount } }: Props) {
  return (
    <>
      {templateCount > 0 && <p>{texts.templates(templateCount)}</p>}
      <ul>
        {templates.map(({ directing, task, ...fault }) => (
          <li key={`${directing.id} ${task.id}`}>
            <TemplateLink directing={directing} task={task} />: {texts.step(fault)}
          </li>
        ))}
        {templateCount > templates.length && <li>{texts.more(templateCount - templates.length)}</li>}
      </ul>
      {signatoryCount > 0 && <p>{texts.unable(signatoryCount)}</p>}
      <ul>
        {signatories.map(({ id, num, title, name }) => (
          <li key={`${id} ${name}`}>
            {name}: <a href={paths.document(id)}>{texts.document(num, title)}</a>
          </li>
        ))}
        {signatoryCount > signatories.length && <li>{texts.more(signatoryCount - signatories.length)}</li>}
      </ul>
    </>
  );
}

/** The same as a warning beside the button that saves; nothing where nothing would break. */
export const BrokenWarning = ({ broken }: Props) =>
  doesBreak(broken) && (
    <Message kind="warning">
      <p>
        <strong>{texts.lead}</strong>
      </p>
      <BrokenList broken={broken} />
    </Message>
  );

/** A link to the template of a direction and a type of documents. */
export const TemplateLink = ({ directing, task }: Pick<BrokenRoutes['templates'][number], 'directing' | 'task'>) => (
  <a href={paths.templateOf(directing.id, task.id)}>
    {directing.title} / {task.title}
  </a>
);
