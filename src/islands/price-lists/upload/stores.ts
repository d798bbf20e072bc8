import { tabMemory } from '../../../lib/platform/tab-memory.ts';
import {
  cancelUpload,
  checkPriceList,
  followUpload,
  guessPriceList,
  presetCalls,
  sendPriceList,
} from '../../../lib/price-lists/price-list-calls.ts';
import { createCheck } from '../../../lib/price-lists/upload/check-store.ts';
import { createChosenFile, createGuess } from '../../../lib/price-lists/upload/chosen-file.ts';
import { createPresets } from '../../../lib/price-lists/upload/presets.ts';
import { createUpload } from '../../../lib/price-lists/upload/upload-store.ts';

const newId = () => crypto.randomUUID();

/** The presets of the chosen provider. */
export const presets = createPresets(presetCalls);

/** The three things that happen to a price list: it is looked at, checked and applied. */
export const guess = createGuess({ guess: guessPriceList });
export const check = createCheck({ check: checkPriceList, follow: followUpload, newId });
export const upload = createUpload(
  { send: sendPriceList, follow: followUpload, cancel: cancelUpload, newId },
  tabMemory,
);

/** Which file was at hand, so that a page that is loaded anew can name it. */
export const chosenFile = createChosenFile(tabMemory);
