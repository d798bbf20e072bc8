import type { RequestState } from '../../../contract/request-states.ts';
import { STATES } from '../../lib/request-desk/desk-texts.ts';

const LOOKS: Readonly<Record<RequestState, string>> = {
  new: 'signal',
  work: 'warn',
  done: 'ok',
  declined: '',
};

/** What has become of a request. */
export const StateTag = ({ state }: { readonly state: RequestState }) => (
  <span className={`tag ${LOOKS[state]}`}>{STATES[state]}</span>
);
