import { useState } from 'react';

/** The last value that was there: a page goes on showing it while its session is being renewed. */
export function useKept<T>(value: T | null): T | null {
  const [kept, setKept] = useState(value);
  if (value !== null && value !== kept) setKept(value);
  return value ?? kept;
}
