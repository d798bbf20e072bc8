import { deviceMemory } from '../drafts/device-memory.ts';

export const ACCESS_VIEWS = ['grid', 'levels'] as const;
export type AccessView = (typeof ACCESS_VIEWS)[number];

/** Local storage key of how the rights look on this device. */
const KEY = 'accessView';

const known = (text: string | null): AccessView | undefined => ACCESS_VIEWS.find((view) => view === text);

/** How the rights look: what the address says, else what was chosen on the device. */
export const accessViewOf = (search: string): AccessView =>
  known(new URLSearchParams(search).get('view')) ?? known(deviceMemory.getItem(KEY)) ?? 'grid';

/** Keeps a choice on the device. */
export const keepAccessView = (view: AccessView): boolean => deviceMemory.setItem(KEY, view);

/** The query of an address that says how the rights look; the filter of the table goes with the table. */
export const viewQuery = (view: AccessView): string => `?view=${view}`;
