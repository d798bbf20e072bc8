/** A moment, in milliseconds since the epoch, as ISO 8601 in UTC. */
export const iso = (moment: number): string => new Date(moment).toISOString();
