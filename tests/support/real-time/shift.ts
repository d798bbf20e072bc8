import { replaceDate } from './replace-date.ts';
import { shiftTo } from './test-now.ts';

// Loaded before a program (`node --import`): its Date, that of its threads and of its children goes on from TEST_NOW.

const { env } = process;
env.TEST_CLOCK_SHIFT ??= String(shiftTo(env.TEST_NOW ?? ''));
const shift = Number(env.TEST_CLOCK_SHIFT);
replaceDate((real) => real + shift);
