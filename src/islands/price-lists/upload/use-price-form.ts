// The state of the upload form: what is typed, the file and the server's guess of its layout, owners, presets (saved
// layouts); with the page's stores.
import { useStore } from '@nanostores/react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Preset } from '../../../../contract/catalogue/runs.ts';
import { PRICE_FILE_MAX, TITLE_MAX } from '../../../../contract/limits.ts';
import type { GuessAnswer } from '../../../../contract/price-lists/guess.ts';
import { leaveToAuth } from '../../../lib/platform/failure-texts.ts';
import { outcomeOf } from '../../../lib/platform/http-client.ts';
import { askIfEnded } from '../../../lib/platform/router.ts';
import { tabMemory } from '../../../lib/platform/tab-memory.ts';
import * as priceListCalls from '../../../lib/price-lists/price-list-calls.ts';
import { createCheck } from '../../../lib/price-lists/upload/check-store.ts';
import { createChosenFile, createGuess, isSameFile } from '../../../lib/price-lists/upload/chosen-file.ts';
import * as guessedSettings from '../../../lib/price-lists/upload/guessed-settings.ts';
import * as ownerRules from '../../../lib/price-lists/upload/owners.ts';
import * as presetRules from '../../../lib/price-lists/upload/presets.ts';
import { rulesOf, ruleWords, sameRules, withoutRules, withRules } from '../../../lib/price-lists/upload/price-rules.ts';
import * as uploadSettings from '../../../lib/price-lists/upload/upload-settings.ts';
import { createUpload } from '../../../lib/price-lists/upload/upload-store.ts';
import { upload as texts } from '../../../lib/price-lists/upload/upload-texts.ts';
import { useOnChange } from '../../ui/hooks.ts';

export function usePriceForm() {
  const guessed = useStore(guess.$guess);
  const [settings, setSettings] = useState<uploadSettings.UploadSettings>(
    () => upload.draft() ?? uploadSettings.DEFAULT_SETTINGS,
  );
  const [file, setFile] = useState<File | null>(null);
  const [before] = useState(chosenFile.read);

  useEffect(() => {
    if (guessed.phase === 'failed') askIfEnded(guessed.failure);
  }, [guessed]);

  const update: UpdateSettings = (change) =>
    setSettings((typed) => {
      const next = change(typed);
      upload.keepDraft(next);
      return next;
    });

  const { owners, gone, setOwners } = useOwners(settings, update);
  const answer = guessed.phase === 'ready' ? guessed.answer : null;
  const isOwn = answer !== null && guessedSettings.isOwnFile(answer);
  /** What an answer of the service finds when it comes. */
  const latest = useRef({ settings, answer });
  latest.current = { settings, answer };
  const preset = usePresets(latest, update);
  const owner = useOwner(latest, preset, update);
  const newOwners = useNewOwners(owners, setOwners, update);

  async function choose(chosen: File | null) {
    const isSame = chosen !== null && isSameFile(chosenFile.read(), chosen);
    if (file !== null && !isSame) owner.carryOver();
    setFile(chosen);
    guess.forget();
    // Sheets belong to a file, their names too.
    update((typed) => (isSame ? { ...typed, sheets: [] } : guessedSettings.withoutFile(typed, answer)));
    if (chosen === null) return chosenFile.forget();
    if (!isSame) chosenFile.choose(chosen);
    if (chosen.size === 0 || chosen.size > PRICE_FILE_MAX) return;
    const found = await guess.ask(chosen);
    if (found && !guessedSettings.isOwnFile(found)) await takeLayout(found, isSame);
  }

  // What is typed while the file is looked at stays, apart from the layout.
  async function takeLayout(found: GuessAnswer, isSame: boolean) {
    if (isSame) return update((typed) => guessedSettings.withSameFile(typed, found));
    const providerId = owner.leaveOther(found);
    if (await preset.takeSame(found, providerId)) return;
    update((typed) => guessedSettings.withFile(typed, found));
    preset.takeNearest(found, providerId);
  }

  return {
    owners,
    /** What of the chosen provider and brand was deleted meanwhile, in words; '' for nothing. */
    gone,
    settings,
    /** What is sent: nothing that is typed goes along with the catalogue's own list. */
    sent: isOwn ? uploadSettings.DEFAULT_SETTINGS : settings,
    file,
    /** The file that was at hand before the page was loaded anew; null once a file is chosen. */
    before: file === null ? before : null,
    guessed,
    fileId: answer?.fileId ?? null,
    isOwn,
    preset,
    owner,
    newOwners,
    update,
    choose,
  };
}
export type PriceForm = ReturnType<typeof usePriceForm>;

const LOST: readonly string[] = ['brand not found', 'provider not found'];

/** Whose lists there can be, null until that is known; asked for anew where the service does not know what was chosen. */
function useOwners(settings: uploadSettings.UploadSettings, update: UpdateSettings) {
  const [owners, setOwners] = useState<ownerRules.Owners | null>(null);
  const [gone, setGone] = useState('');
  const uploading = useStore(upload.$upload);
  const checked = useStore(check.$check);
  const failure = uploading.phase === 'error' ? uploading.failure : checked.phase === 'failed' ? checked.failure : null;
  const lost = failure && LOST.includes(failure.code) ? failure : null;

  useOnChange(lost, () => {
    if (lost === null && owners !== null) return setGone('');
    void outcomeOf(() => ownerRules.loadOwners(priceListCalls.referenceCalls)).then(
      ({ value: loaded, failure: refused }) => {
        if (refused) return leaveToAuth(refused);
        if (owners) setGone(texts.gone(ownerRules.goneOwners(owners, loaded, settings)));
        setOwners(loaded);
        update((typed) => ownerRules.withKnownIds(typed, loaded));
      },
    );
  });

  return { owners, gone, setOwners };
}

/** The titles that are typed for owners that are not there yet; of an empty list one has to be typed. */
function useNewOwners(
  owners: ownerRules.Owners | null,
  setOwners: (owners: ownerRules.Owners) => void,
  update: UpdateSettings,
) {
  const [typed, setTyped] = useState<ownerRules.NewTitles>({ providers: null, brands: null });
  const titleOf = (list: keyof ownerRules.Owners) => typed[list] ?? (owners?.[list].length === 0 ? '' : null);
  const titles: ownerRules.NewTitles = { providers: titleOf('providers'), brands: titleOf('brands') };
  return {
    titles,
    /** Types the title of a new one; null goes back to the choice among those that are there. */
    type: (list: keyof ownerRules.Owners, title: string | null) => setTyped((before) => ({ ...before, [list]: title })),
    /** The mistakes of the form: one that has a title need not be chosen. */
    errors({ providerId, brandId, ...others }: uploadSettings.SettingsErrors): uploadSettings.SettingsErrors {
      const mistakeOf = (title: string | null, chosen: typeof providerId) =>
        title === null ? chosen : isTitle(title) ? undefined : 'empty';
      const [provider, brand] = [mistakeOf(titles.providers, providerId), mistakeOf(titles.brands, brandId)];
      return { ...others, ...(provider && { providerId: provider }), ...(brand && { brandId: brand }) };
    },
    /** Adds what is typed; answers the ids that the form has now. Throws what ky throws, or SessionEnded. */
    async add(): Promise<Partial<uploadSettings.UploadSettings>> {
      if (owners === null) return {};
      let known = owners;
      const ids = await ownerRules.addOwners(priceListCalls.referenceCalls, owners, titles, (list, row) => {
        known = ownerRules.withOwner(known, list, row);
        setOwners(known);
        setTyped((before) => ({ ...before, [list]: null }));
        const id = String(row.id);
        update((form) => ({ ...form, ...(list === 'providers' ? { providerId: id } : { brandId: id }) }));
      });
      return ids;
    },
  };
}
export type NewOwners = ReturnType<typeof useNewOwners>;

const isTitle = (text: string): boolean => text.trim() !== '' && text.trim().length <= TITLE_MAX;

interface Latest {
  readonly settings: uploadSettings.UploadSettings;
  readonly answer: GuessAnswer | null;
}

/** The owner of the list. Rules typed for another owner's list are dropped; they can be restored. */
function useOwner(latest: Readonly<RefObject<Latest>>, preset: PresetChoice, update: UpdateSettings) {
  const [left, setLeft] = useState<uploadSettings.UploadSettings | null>(null);
  const [note, setNote] = useState('');
  /** Whether the provider was chosen for a file before this one. */
  const isCarriedOver = useRef(true);

  function leaveRules(change: Partial<Pick<uploadSettings.UploadSettings, 'providerId' | 'brandId'>>) {
    const { settings } = latest.current;
    const fresh = withoutRules({ ...settings, ...change });
    setLeft(sameRules(settings, fresh) ? null : settings);
    update(() => fresh);
  }

  return {
    chooseProvider(providerId: string) {
      isCarriedOver.current = false;
      setNote('');
      preset.startWith(providerId);
      if (latest.current.settings.providerId === '') return update((typed) => ({ ...typed, providerId }));
      leaveRules({ providerId });
    },
    /** The rules of a preset hold for every brand of its provider. */
    chooseBrand(brandId: string) {
      if (latest.current.settings.brandId === '' || preset.chosen) return update((typed) => ({ ...typed, brandId }));
      leaveRules({ brandId });
    },
    carryOver() {
      isCarriedOver.current = true;
      setNote('');
    },
    /** Leaves the provider of the file before where this one looks like another's; answers the one that is chosen now. */
    leaveOther(found: GuessAnswer): string {
      const { providerId } = latest.current.settings;
      const other = isCarriedOver.current && providerId !== '' ? ownerRules.signOfOther(found, providerId) : null;
      if (other === null) return providerId;
      preset.startWith('');
      leaveRules({ providerId: '', brandId: '' });
      setNote(texts.otherProvider(other.by === 'articles' ? other.title : ''));
      return '';
    },
    /** Why no provider is chosen any more; '' for no reason. */
    note,
    /** The rules that were left behind, in words; empty while there are none. */
    left: left === null ? [] : ruleWords(left),
    takeBack() {
      if (left) update((typed) => withRules(typed, rulesOf(left)));
      setLeft(null);
    },
  };
}
export type OwnerChoice = ReturnType<typeof useOwner>;

const NOTHING = { of: null, text: '' };

const numberOf = (id: string): number | null => (id === '' ? null : Number(id));

type UpdateSettings = (change: (typed: uploadSettings.UploadSettings) => uploadSettings.UploadSettings) => void;

/** The presets of the chosen provider, and which of them the form was filled from. */
function usePresets(latest: Readonly<RefObject<Latest>>, update: UpdateSettings) {
  const { settings, answer: file } = latest.current;
  const { presets, failure } = useStore(presetStore.$presets);
  const [id, setId] = useState<number | null>(() => chosenFile.read()?.presetId ?? null);
  const [note, setNote] = useState<{ of: number | null; text: string }>(NOTHING);
  const marked = useRef(id);
  marked.current = id;
  /** The provider that the form begins anew with. */
  const started = useRef<string | null>(null);
  const { providerId } = settings;
  // Presets are those of a provider, whatever else is typed.
  useOnChange(providerId, () => {
    void presetStore.load(numberOf(providerId)).then((list) => {
      if (list === null || started.current !== providerId) return;
      started.current = null;
      const { answer } = latest.current;
      const preset = presetRules.presetToStart(list, answer, providerId);
      if (preset) start(preset, answer);
    });
  });

  const chosen = presets.find((preset) => preset.id === id) ?? null;
  const sheet = file && guessedSettings.chosenSheet(file, settings);
  const change = chosen && sheet ? presetRules.headerChange(chosen, sheet) : null;
  const said = note.of === (chosen?.id ?? null) ? note.text : '';

  function mark(preset: Preset | null, text: string) {
    setId(preset?.id ?? null);
    setNote(preset ? { of: preset.id, text } : NOTHING);
    chosenFile.note({ presetId: preset?.id ?? null });
  }

  function apply(preset: Preset, answer: GuessAnswer | null, text: string) {
    mark(preset, text);
    update((typed) => {
      const next = presetRules.presetSettings(preset, answer);
      return { ...next, brandId: next.brandId || typed.brandId };
    });
  }

  /** Begins with a preset of the provider; rules that were typed before are not lost to it. */
  function start(preset: Preset, answer: GuessAnswer | null) {
    const { presets: texts } = presetRules;
    if (!presetRules.hasTypedRules(latest.current.settings, answer))
      return apply(preset, answer, texts.chosenOfProvider(preset.name));
    setNote({ of: null, text: texts.notTaken(preset.name) });
  }

  return {
    presets,
    chosen,
    /** What was done without asking, or what has to be asked. */
    note: failure
      ? presetRules.presets.failed
      : chosen && change
        ? presetRules.presets.changed(chosen.name, change)
        : said,
    isWarning: failure !== null || change !== null,
    choose(wanted: string) {
      const preset = presets.find((one) => String(one.id) === wanted);
      if (preset) apply(preset, file, '');
      else mark(null, '');
    },
    /** Leaves the preset of whom it was before; the next provider's takes its place, if there is just one to take. */
    startWith(nextProviderId: string) {
      started.current = nextProviderId;
      mark(null, '');
    },
    /** Takes the preset that was made for this file's header, if there is just one; answers whether it did. */
    async takeSame(answer: GuessAnswer, providerId: string): Promise<boolean> {
      const same = presetRules.samePresets(answer, providerId);
      const several = presetRules.presets.severalSame(same.map(({ name }) => name));
      setNote(same.length > 1 ? { of: null, text: several } : NOTHING);
      const [only] = same;
      if (!only || same.length > 1) return false;
      const list = await presetStore.load(only.providerId);
      const preset = list?.find((one) => one.id === only.id);
      if (preset) apply(preset, answer, presetRules.presets.chosenBySame(preset.name));
      return preset !== undefined;
    },
    /** Takes what the provider has for a file of another header: the preset that is chosen, else the nearest one. */
    takeNearest(answer: GuessAnswer, providerId: string): void {
      if (providerId === '') return;
      const { providerId: ofProvider, presets: own } = presetStore.$presets.get();
      const before = own.find((preset) => preset.id === marked.current);
      const nearest = presetRules.presetToStart(own, answer, providerId);
      if (before) update((typed) => presetRules.presetUnder(before, answer, typed));
      else if (nearest && String(ofProvider) === providerId) start(nearest, answer);
    },
    saved: (preset: Preset) => mark(preset, presetRules.presets.saved(preset.name)),
  };
}
export type PresetChoice = ReturnType<typeof usePresets>;

const newId = () => crypto.randomUUID();

export const presetStore = presetRules.createPresets(priceListCalls.presetCalls);

/** The three things that happen to a price list: it is looked at, checked and applied. */
const follow = priceListCalls.followUpload;
export const guess = createGuess({ guess: priceListCalls.guessPriceList });
export const check = createCheck({ check: priceListCalls.checkPriceList, follow, newId });
export const upload = createUpload(
  { send: priceListCalls.sendPriceList, follow, cancel: priceListCalls.cancelUpload, newId },
  tabMemory,
);

/** Which file was at hand, so that a page that is loaded anew can name it. */
export const chosenFile = createChosenFile(tabMemory);
