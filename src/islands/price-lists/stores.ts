import { createCheck } from '../../lib/price-lists/check-store.ts';
import { createChosenFile } from '../../lib/price-lists/chosen-file.ts';
import { createGuess } from '../../lib/price-lists/guess-store.ts';
import { presetCalls } from '../../lib/price-lists/preset-calls.ts';
import { createPresets } from '../../lib/price-lists/presets-store.ts';
import {
  cancelUpload,
  checkPriceList,
  followUpload,
  guessPriceList,
  sendPriceList,
} from '../../lib/price-lists/price-list-calls.ts';
import { createUpload } from '../../lib/price-lists/upload-store.ts';
import { tabMemory } from '../../lib/tab/tab-memory.ts';

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
