import type { PartNote } from '../../contract/parts.ts';
import { noArticleText, quoted, readAsText, readingText } from './part-texts.ts';
import { type PartsQuestion, questionAddress, readQuestion } from './question.ts';

/** A neighbouring article and the search for it. */
export interface NearView {
  readonly article: string;
  readonly path: string;
  readonly comma: string;
}

/** How a question was understood, ready to be shown; '' where there is nothing to tell. */
export interface NoteView {
  /** Whether anything is told at all. */
  readonly isTold: string;
  /** What was read instead. */
  readonly reading: string;
  /** That an article is not there, where neighbours are shown. */
  readonly missing: string;
  readonly near: readonly NearView[];
  readonly read: string;
  readonly leftOut: string;
  readonly plain: string;
  /** The same question with nothing read otherwise. */
  readonly strictPath: string;
}

const READ = ['sound', 'meaning', 'typing'];
const LEFT_OUT = ['stop', 'dropped'];

/** How browser and server both tell what was read otherwise, left out, or not understood. */
export function noteView(question: PartsQuestion, note: string, notes: readonly PartNote[]): NoteView {
  const of = (kinds: readonly string[]) => notes.filter(({ kind }) => kinds.includes(kind));
  const near = of(['near']);
  const missing = near[0]?.text ?? '';
  const plain = of(['price']).map(({ text }) => text);
  return {
    isTold: note || plain.length > 0 ? '1' : '',
    reading: missing || !note ? '' : readingText(note),
    missing: missing && noArticleText(missing),
    near: near.map(({ means = '' }, at) => ({
      article: means,
      path: questionAddress(readQuestion(new Map([['query', means]]))),
      comma: at > 0 ? '1' : '',
    })),
    read: of(READ)
      .map(({ text, means = '' }) => readAsText(text, means))
      .join(', '),
    leftOut: of(LEFT_OUT)
      .map(({ text }) => quoted(text))
      .join(', '),
    plain: plain.join('. '),
    strictPath: note ? questionAddress({ ...question, strict: true, cursor: '' }) : '',
  };
}
