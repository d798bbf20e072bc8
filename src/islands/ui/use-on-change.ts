import { type EffectCallback, useEffect, useEffectEvent } from 'react';
import { leaveToAuth } from '../../lib/platform/failure-texts.ts';
import type { Failure } from '../../lib/platform/http-client.ts';

/**
 * Acts when a value has become another one, and when the component is first shown, with everything else as it is then. What
 * the act returns undoes it. A value is compared by identity: a text stands for ids or filters.
 */
export function useOnChange<T>(value: T, act: (value: T) => ReturnType<EffectCallback>): void {
  const onChange = useEffectEvent(act);
  useEffect(() => onChange(value), [value]);
}

/** Leaves a page that has nothing to show for the sign-in page; `onMissing` says what a thing that is gone leads to instead. */
export function useLeave(failure: Failure | null, onMissing?: () => void): void {
  useOnChange(failure, () => {
    if (failure?.kind === 'missing' && onMissing) onMissing();
    else if (failure) leaveToAuth(failure);
  });
}

/** The failure, if signing in may cure it: any other can be told on the page. */
export const curedBySignIn = (failure: Failure | null): Failure | null =>
  failure?.kind === 'login' || failure?.kind === 'forbidden' ? failure : null;
