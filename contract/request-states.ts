/** What staff have made of a request; plain constants: the browser needs them too. */
export const REQUEST_STATES = ['new', 'work', 'done', 'declined'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];
