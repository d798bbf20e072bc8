import { parseArgs } from 'node:util';

export interface DriveOptions {
  readonly minutes: number;
  /** A server that is there already; null: one of its own, over a folder that is removed at the end. */
  readonly base: string | null;
  /** Callers at once, each of whom asks again when it is answered. */
  readonly callers: number;
  /** An administrator's account; without one only public calls are made. */
  readonly account: { readonly email: string; readonly password: string } | null;
  /** Whether three times what the server can do is tried in the end. */
  readonly overload: boolean;
}

const MINUTES_MAX = 24 * 60;
const CALLERS_MAX = 400;

/** Reads the command line and LOAD_EMAIL with LOAD_PASSWORD; throws with a line for the person when it makes no sense. */
export function readDrive(args: readonly string[], environment: NodeJS.ProcessEnv): DriveOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: 'string', default: '1' },
      base: { type: 'string' },
      callers: { type: 'string', default: '16' },
      overload: { type: 'boolean', default: false },
    },
  });
  const { LOAD_EMAIL: email, LOAD_PASSWORD: password } = environment;
  return {
    minutes: numberIn('minutes', values.minutes, MINUTES_MAX),
    base: values.base === undefined ? null : addressOf(values.base),
    callers: Math.ceil(numberIn('callers', values.callers, CALLERS_MAX)),
    account: email && password ? { email, password } : null,
    overload: values.overload,
  };
}

function numberIn(name: string, text: string, max: number): number {
  const value = Number(text);
  if (!(value > 0 && value <= max)) throw new Error(`--${name} takes a number up to ${max}; not ${text}`);
  return value;
}

function addressOf(text: string): string {
  if (!URL.canParse(text) || !/^https?:/.test(text)) throw new Error(`--base takes an address; not ${text}`);
  return new URL(text).origin;
}
