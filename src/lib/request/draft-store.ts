import { atom, onMount } from 'nanostores';
import { deviceMemory } from '../drafts/device-memory.ts';

/** What is typed on the page of the request, and the key under which it is sent once. */
export interface RequestDraft {
  /** Empty until it is sent for the first time. */
  readonly key: string;
  readonly name: string;
  readonly phone: string;
  readonly email: string;
  readonly comment: string;
}

/** Local storage key of the draft. */
const KEY = 'requestDraft';
const NOTHING: RequestDraft = { key: '', name: '', phone: '', email: '', comment: '' };
const NAMES = Object.keys(NOTHING) as (keyof RequestDraft)[];

function readDraft(stored: string | null): RequestDraft {
  try {
    const kept = JSON.parse(stored ?? '{}') as Partial<Record<keyof RequestDraft, unknown>>;
    const texts = NAMES.map((name) => [name, typeof kept[name] === 'string' ? kept[name] : '']);
    return Object.fromEntries(texts) as unknown as RequestDraft;
  } catch {
    return NOTHING;
  }
}

/**
 * The request that is being written, the same in all tabs: it outlives a reload, and is forgotten when it is sent. Where
 * the device keeps nothing it lives as long as the page.
 */
export function createDraft(memory = deviceMemory) {
  const $draft = atom<RequestDraft>(readDraft(memory.getItem(KEY)));
  onMount($draft, () => {
    const hear = ({ key, newValue }: StorageEvent) => {
      if (key === KEY || key === null) $draft.set(readDraft(newValue));
    };
    globalThis.window?.addEventListener('storage', hear);
    return () => globalThis.window?.removeEventListener('storage', hear);
  });
  const keep = (draft: RequestDraft) => {
    memory.setItem(KEY, JSON.stringify(draft));
    $draft.set(draft);
  };

  return {
    $draft,
    type: (typed: Partial<RequestDraft>): void => keep({ ...$draft.get(), ...typed }),
    /** The key of this request, made when it is first asked for. */
    key(): string {
      const { key } = $draft.get();
      if (key !== '') return key;
      const made = newKey();
      keep({ ...$draft.get(), key: made });
      return made;
    },
    forget(): void {
      memory.removeItem(KEY);
      $draft.set(NOTHING);
    },
  };
}
export type Draft = ReturnType<typeof createDraft>;

/** A key that nobody guesses. Not by randomUUID: browsers have it on https only. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
