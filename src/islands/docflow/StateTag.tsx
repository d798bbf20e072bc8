import type { DocumentState } from '../../../contract/docflow.ts';
import { stateNames } from '../../lib/docflow/document-texts.ts';

const KINDS: Readonly<Record<DocumentState, string>> = {
  pending: 'signal',
  declined: 'bad',
  done: 'ok',
  none: '',
};

/** Where a document stands. */
export function StateTag({ state }: { readonly state: DocumentState }) {
  return <span className={`tag ${KINDS[state]}`.trim()}>{stateNames[state]}</span>;
}
