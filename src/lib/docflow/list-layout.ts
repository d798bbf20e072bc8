import { atom } from 'nanostores';
import { deviceMemory } from '../drafts/device-memory.ts';

export const LAYOUTS = ['table', 'cards'] as const;
export type Layout = (typeof LAYOUTS)[number];

/** Local storage key of how lists of documents look on this device. */
const KEY = 'documentList';

/** How lists of documents look: kept on the device. */
export const $layout = atom<Layout>(LAYOUTS.find((one) => one === deviceMemory.getItem(KEY)) ?? 'table');

export function chooseLayout(layout: Layout): void {
  deviceMemory.setItem(KEY, layout);
  $layout.set(layout);
}
