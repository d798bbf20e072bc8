// State of sending a request by a buyer: what is typed in the form, its mistakes, one sending under one key, the
// thanks.
import { atom, onMount } from 'nanostores';
import { REQUEST_FORM, refusalsOf } from '../../../contract/requests/forms.ts';
import type { TakenRequest } from '../../../contract/requests/requests.ts';
import { deviceMemory } from '../platform/device-memory.ts';
import { type Failure, outcomeOf } from '../platform/http-client.ts';
import { tabMemory } from '../platform/tab-memory.ts';
import type { Basket } from './basket.ts';
import type { Offers, RequestCalls, Row } from './offers.ts';
import { sentLines } from './request-texts.ts';

/** A request that was taken, as the page of thanks shows it. */
export interface Sent {
  readonly number: number;
  /** Where a copy goes, as the service answered; empty: nowhere. */
  readonly email: string;
  /** What was sent, a line each, and what it comes to; [] where that is not known any more. */
  readonly lines: readonly string[];
}

type SendingState =
  | { readonly phase: 'idle' | 'sending' }
  | { readonly phase: 'sent'; readonly sent: Sent }
  /** Codes of the API, known before the call: nothing was sent. */
  | { readonly phase: 'unsendable'; readonly codes: readonly string[] }
  | { readonly phase: 'refused'; readonly failure: Failure };

interface Needs {
  readonly calls: Pick<RequestCalls, 'send'>;
  readonly basket: Basket;
  readonly draft: Draft;
  readonly offers: Pick<Offers, 'ask'>;
  readonly memory?: typeof tabMemory;
}

/** Session storage key of the request that was sent last: the thanks outlive a reload. */
const SENT = 'request.sent';

function readSent(stored: string | null): Sent | null {
  try {
    const { number, email, lines } = JSON.parse(stored ?? '') as Partial<Record<keyof Sent, unknown>>;
    if (typeof number !== 'number' || typeof email !== 'string') return null;
    return { number, email, lines: Array.isArray(lines) ? lines.filter((line) => typeof line === 'string') : [] };
  } catch {
    return null;
  }
}

/** The sending of the request, once under its key; what was typed stays until it is taken. */
export function createSending({ calls, basket, draft, offers, memory = tabMemory }: Needs) {
  const sentBefore = readSent(memory.getItem(SENT));
  const $sending = atom<SendingState>(sentBefore ? { phase: 'sent', sent: sentBefore } : { phase: 'idle' });

  function take({ number, copyTo = '' }: TakenRequest, rows: readonly Row[]): void {
    const sent = { number, email: copyTo, lines: sentLines(rows) };
    memory.setItem(SENT, JSON.stringify(sent));
    // What another tab has put in meanwhile was not sent, and stays.
    basket.remove(rows.map(({ id }) => id));
    draft.forget();
    $sending.set({ phase: 'sent', sent });
  }

  return {
    $sending,
    /** Sends what is offered of these rows at the prices that they show. */
    async send(rows: readonly Row[], { consent, website }: { consent: boolean; website: string }): Promise<void> {
      if ($sending.get().phase === 'sending') return;
      const { key: _, ...typed } = draft.$draft.get();
      const codes = refusalsOf(FORM, { ...typed, consent, website });
      if (codes.length > 0) {
        $sending.set({ phase: 'unsendable', codes });
        return;
      }
      $sending.set({ phase: 'sending' });
      const items = rows.flatMap(({ id, amount, offer }) =>
        offer ? [{ positionId: id, amount, price: offer.price }] : [],
      );
      const sent = { ...typed, consent, website, items };
      const { value: made, failure } = await outcomeOf(() => calls.send(sent, draft.key()));
      // The page said that missing offers are left out: it does not stay either.
      if (!failure) return take(made, rows);
      const ids = rows.map(({ id }) => id);
      if (failure.code === 'prices changed' || failure.code === 'positions not found') await offers.ask(ids);
      $sending.set({ phase: 'refused', failure });
    },
    /** Another value stands in a field: what was wrong with the one before is not said of it. */
    mend(field: FormField): void {
      const state = $sending.get();
      const isOf = (code: string) =>
        FIELD_OF[code] === field || (code === 'phone or email is needed' && field === 'email');
      if (state.phase === 'refused' && isOf(state.failure.code)) $sending.set({ phase: 'idle' });
      if (state.phase !== 'unsendable' || !state.codes.some(isOf)) return;
      const codes = state.codes.filter((code) => !isOf(code));
      $sending.set(codes.length > 0 ? { phase: 'unsendable', codes } : { phase: 'idle' });
    },
    /** Something else stops the sending, and is the only thing to be said. */
    stop(): void {
      if ($sending.get().phase !== 'sending') $sending.set({ phase: 'idle' });
    },
    /** The key has made a request of another content already: what lies here now is to be sent as one of its own. */
    asOther: (): void => draft.type({ key: '' }),
    forget(): void {
      memory.removeItem(SENT);
      $sending.set({ phase: 'idle' });
    },
  };
}

/** What is typed on the page of the request, and the key under which it is sent once. */
export interface RequestDraft {
  /** Empty until it is sent for the first time. */
  readonly key: string;
  readonly name: string;
  readonly phone: string;
  readonly email: string;
  readonly company: string;
  readonly inn: string;
  readonly city: string;
  readonly carrier: string;
  readonly comment: string;
}

const KEY = 'requestDraft';
const DETAILS = { company: '', inn: '', city: '', carrier: '' };
const NOTHING: RequestDraft = { key: '', name: '', phone: '', email: '', ...DETAILS, comment: '' };
export const DETAIL_NAMES = Object.keys(DETAILS) as readonly (keyof typeof DETAILS)[];
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

/** The request being written, the same in all tabs; outlives a reload, is forgotten when sent. */
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
type Draft = ReturnType<typeof createDraft>;

/** A key that cannot be guessed. Not by randomUUID: browsers have it on https only. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** The fields of the form that a refusal may stand at. */
const FIELDS = ['name', 'phone', 'email', ...DETAIL_NAMES, 'comment', 'consent', 'website'] as const;
export type FormField = (typeof FIELDS)[number];
const FORM = Object.fromEntries(FIELDS.map((name) => [name, REQUEST_FORM[name]]));

/** Which field a code of the API belongs to; the rest concerns the whole request. */
export const FIELD_OF: Readonly<Record<string, FormField>> = {
  'invalid name': 'name',
  'invalid phone': 'phone',
  'phone or email is needed': 'phone',
  'invalid email': 'email',
  'invalid company': 'company',
  'invalid inn': 'inn',
  'invalid city': 'city',
  'invalid carrier': 'carrier',
  'invalid comment': 'comment',
  'consent is needed': 'consent',
  'request looks automatic': 'website',
};
