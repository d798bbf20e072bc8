import { ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { StepOption } from '../../../lib/docflow/document-steps.ts';
import { documentForm as texts } from '../../../lib/docflow/form-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Message } from '../../ui/Message.tsx';

interface Props {
  readonly legend: string;
  /** What was chosen before. */
  readonly context: string;
  readonly error: string;
  readonly hint: string;
  readonly options: readonly StepOption[];
  readonly onStep: () => void;
  readonly onCancel: () => void;
}

let isFirst = true;

/** One step of a new document: a list of links, so that each step has an address and «back» works. */
export function Choice({ legend, context, error, hint, options, onStep, onCancel }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The first step is announced by the heading of the page.
    if (!isFirst) heading.current?.focus();
    isFirst = false;
  }, []);
  return (
    <nav className="document-choice" aria-labelledby="document-choice">
      {context && <p className="muted">{context}</p>}
      <h2 ref={heading} id="document-choice" tabIndex={-1}>
        {legend}
      </h2>
      {error && <Message kind="error">{error}</Message>}
      {hint && <Message kind="info">{hint}</Message>}
      <ul>
        {options.map(({ id, title, href }) => (
          <li key={id}>
            <a href={href} onClick={onStep}>
              <span>{title}</span>
              <ChevronRight size={20} aria-hidden="true" />
            </a>
          </li>
        ))}
      </ul>
      <Button onClick={onCancel}>{texts.cancel}</Button>
    </nav>
  );
}
