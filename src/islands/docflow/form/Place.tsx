import { documentForm as texts } from '../../../lib/docflow/form-texts.ts';

interface Props {
  readonly directing: string;
  readonly task: string;
  readonly errors: { readonly directing: string; readonly task: string };
  /** Where another choice is made; null where there is none. */
  readonly change: string | null;
}

/** What the document belongs to, with the mistakes of the choice. */
export function Place({ directing, task, errors, change }: Props) {
  return (
    <div className="document-place">
      <p>
        <span className="visually-hidden">{texts.place}: </span>
        {directing} / {task}{' '}
        {change && (
          <a href={change} aria-label={texts.changePlaceOf}>
            {texts.changePlace}
          </a>
        )}
      </p>
      {[errors.directing, errors.task].filter(Boolean).map((error) => (
        <p key={error} className="field-error" role="alert">
          {error}
        </p>
      ))}
    </div>
  );
}
