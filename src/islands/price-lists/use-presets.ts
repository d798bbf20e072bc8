import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import type { Preset } from '../../../contract/import-runs.ts';
import type { GuessAnswer } from '../../../contract/price-list-guess.ts';
import { chosenSheet } from '../../lib/price-lists/guess-settings.ts';
import { headerChange, presetToStart, samePresets } from '../../lib/price-lists/preset-fit.ts';
import { presetSettings, withPresetRules } from '../../lib/price-lists/preset-settings.ts';
import { presets as texts } from '../../lib/price-lists/preset-texts.ts';
import type { UploadSettings } from '../../lib/price-lists/upload-settings.ts';
import { chosenFile, presets as store } from './stores.ts';

const NOTHING = { of: null, text: '' };

const numberOf = (id: string): number | null => (id === '' ? null : Number(id));

/** Changes the settings from what they are by then. */
export type UpdateSettings = (change: (typed: UploadSettings) => UploadSettings) => void;

/** The presets of the chosen provider, and which of them the form was filled from. */
export function usePresets(settings: UploadSettings, file: GuessAnswer | null, update: UpdateSettings) {
  const { presets, failure } = useStore(store.$presets);
  const [id, setId] = useState<number | null>(() => chosenFile.read()?.presetId ?? null);
  const [note, setNote] = useState<{ of: number | null; text: string }>(NOTHING);
  /** The provider that the form begins anew with. */
  const started = useRef<string | null>(null);
  const { providerId } = settings;

  // biome-ignore lint/correctness/useExhaustiveDependencies: presets are those of a provider, whatever else is typed
  useEffect(() => {
    void store.load(numberOf(providerId)).then((list) => {
      if (list === null || started.current !== providerId) return;
      started.current = null;
      const preset = presetToStart(list, file, providerId);
      if (preset) start(preset);
    });
  }, [providerId]);

  const chosen = presets.find((preset) => preset.id === id) ?? null;
  const sheet = file && chosenSheet(file, settings);
  const change = chosen && sheet ? headerChange(chosen, sheet) : null;
  const said = note.of === (chosen?.id ?? null) ? note.text : '';

  function mark(preset: Preset | null, text: string) {
    setId(preset?.id ?? null);
    setNote(preset ? { of: preset.id, text } : NOTHING);
    chosenFile.note({ presetId: preset?.id ?? null });
  }

  function apply(preset: Preset, answer: GuessAnswer | null, text: string) {
    mark(preset, text);
    update(() => presetSettings(preset, answer));
  }

  /** Begins with a preset; of one for another header only the rules are taken. */
  function start(preset: Preset) {
    const isOther = sheet !== null && sheet !== undefined && headerChange(preset, sheet) !== null;
    if (!isOther) return apply(preset, file, texts.chosenOfProvider(preset.name));
    mark(preset, '');
    update((typed) => withPresetRules(typed, preset));
  }

  return {
    presets,
    chosen,
    /** What was done without asking, or what has to be asked. */
    note: failure ? texts.failed : change ? texts.changed(change) : said,
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
    async takeSame(answer: GuessAnswer): Promise<boolean> {
      const same = samePresets(answer, providerId);
      const names = same.map(({ name }) => name);
      setNote(same.length > 1 ? { of: null, text: texts.severalSame(names) } : NOTHING);
      const [only] = same;
      if (!only || same.length > 1) return false;
      const isOther = providerId !== '' && String(only.providerId) !== providerId;
      const list = await store.load(only.providerId);
      const preset = list?.find((one) => one.id === only.id);
      if (preset) apply(preset, answer, (isOther ? texts.chosenOfOther : texts.chosenBySame)(preset.name));
      return preset !== undefined;
    },
    saved(preset: Preset) {
      mark(preset, texts.saved(preset.name));
    },
  };
}
export type PresetChoice = ReturnType<typeof usePresets>;
