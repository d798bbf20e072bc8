/** The lists of the work queue, in the order they are shown. Plain constants: the browser needs them too. */
export const QUEUE_LISTS = ['waiting', 'returned', 'stuck'] as const;
export type QueueList = (typeof QUEUE_LISTS)[number];
