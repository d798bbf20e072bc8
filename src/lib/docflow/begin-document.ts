import type { Document } from '../../../contract/docflow.ts';
import type { TemplateForForm } from '../../../contract/document-templates.ts';
import { PLACEHOLDERS } from '../../../contract/route-modes.ts';
import { type DocumentText, EMPTY_DOCUMENT, textOfDocument } from './document-change.ts';

/** What the form of a new document begins with. */
export interface Beginning {
  readonly text: DocumentText;
  readonly template: TemplateForForm | null;
}

/** Whether acceptors are the template's alone, so that the form has none of its own. */
export const isRouteFixed = (template: TemplateForForm | null): boolean => template?.isFixed === true;

/** What a template has to offer; null: it offers nothing. */
export const offered = (template: TemplateForForm): TemplateForForm | null =>
  template.version === 0 ? null : template;

/**
 * The beginning of a document: a sample's text and people, else those of the template. Acceptors of a sample stay away where the
 * template sets them, and marks and files do always.
 */
export function beginOf(template: TemplateForForm | null, sample: Document | null): DocumentText {
  if (sample) {
    const text = textOfDocument(sample);
    return sample.route || isRouteFixed(template) ? { ...text, acceptor: [] } : text;
  }
  if (!template) return EMPTY_DOCUMENT;
  const { title, text, recipients } = template;
  return { title, description: text, acceptor: [], recipient: recipients };
}

/** Whether texts ask with whom the document is made. */
export const asksCounterparty = ({ title, description }: DocumentText): boolean =>
  `${title}\n${description}`.includes(PLACEHOLDERS.counterparty);
