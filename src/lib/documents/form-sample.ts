// What the form of a new document begins with: nothing, the texts of its template, or those of a sample, whose number,
// day, author and counterparty are filled in anew.
import type { Document, DocumentFile, TemplateForForm } from '../../../contract/documents/documents.ts';
import * as placeholders from '../../../rules/documents/placeholders.ts';
import { formatDay } from '../../../rules/format/texts.ts';
import { withPlainLineEnds } from '../markdown/merge.ts';
import {
  asksCounterparty,
  type DocumentText,
  EMPTY_DOCUMENT,
  isRouteFixed,
  textOfDocument,
} from './document-change.ts';

export interface Beginning {
  readonly text: DocumentText;
  readonly template: TemplateForForm | null;
  /** What of the sample will be filled in anew. */
  readonly renewed: readonly placeholders.PlaceholderName[];
  /** What of the sample still stands in the texts, as no template fills them in. */
  readonly stale: readonly placeholders.PlaceholderName[];
  /** Attachments of the sample that the new document may have too. */
  readonly files: readonly DocumentFile[];
  /** People of the sample whose accounts do not work. */
  readonly idle: NonNullable<Document['idle']>;
}

export const NO_BEGINNING: Beginning = {
  ...{ text: EMPTY_DOCUMENT, template: null },
  ...{ renewed: [], stale: [], files: [], idle: [] },
};

/** The form of a new document; moments are days of the time zone. */
export function beginOf(template: TemplateForForm | null, sample: Document | null, timeZone: string): Beginning {
  if (sample) {
    const { files, idle = [] } = sample;
    return { ...likeSample(template, sample, timeZone), template, files, idle };
  }
  if (!template) return NO_BEGINNING;
  const { title, text, recipients } = template;
  return { ...NO_BEGINNING, template, text: { title, description: text, acceptor: [], recipient: recipients } };
}

function likeSample(template: TemplateForForm | null, sample: Document, timeZone: string) {
  const own = textOfDocument(sample);
  const title = { template: template?.title ?? '', text: own.title };
  const description = { template: withPlainLineEnds(template?.text ?? ''), text: own.description };
  const known = {
    number: String(sample.num),
    day: formatDay(new Date(sample.createdAt), timeZone),
    author: sample.author.name || sample.author.email,
  };
  const templateTexts = { title: title.template, description: description.template };
  const counterparty = placeholders.counterpartyOf([title, description], known);
  const values = counterparty === null ? known : { ...known, counterparty };
  const [newTitle, newText] = [placeholders.renewedText(title, values), placeholders.renewedText(description, values)];
  const names = [...new Set([...newTitle.names, ...newText.names])];
  const acceptor = sample.route || isRouteFixed(template) ? [] : own.acceptor;
  return template
    ? {
        text: { ...own, title: newTitle.text, description: newText.text, acceptor },
        renewed: names,
        // Its place in an edited text is not known.
        stale: counterparty === null && asksCounterparty(templateTexts) ? (['counterparty'] as const) : [],
      }
    : { text: { ...own, acceptor }, ...{ renewed: [], stale: names } };
}
