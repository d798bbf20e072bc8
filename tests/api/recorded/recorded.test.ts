import { expect, test } from 'vitest';
import { EVENING } from '../../support/moment.ts';
import type { FuzzedCall } from '../fuzz/call.ts';
import { openWhole } from '../fuzz/whole.ts';
import { drawCalls } from './draw.ts';
import { createMasks, type Masks } from './masks.ts';
import { callOf, type Recorded, readRecording, textOf, writeRecording } from './recording.ts';

const COUNT = 700;
const SECOND = 1_000;
/** Longer answers are kept by their beginning and length. */
const ANSWER_MAX = 1_500;

/** Begins the product with a clock that goes on by a second with each call. */
async function open() {
  const time = { now: EVENING };
  const target = await openWhole('', () => time.now);
  const masks = createMasks();
  const send = async (call: FuzzedCall) => {
    time.now += SECOND;
    const answer = await target.send(call);
    return { ...answer, shown: shownAnswer(answer.body, masks) };
  };
  return { target, masks, send };
}

function shownAnswer(body: string, masks: Masks): string {
  const text = masks.hide(body);
  return text.length <= ANSWER_MAX ? text : `${text.slice(0, ANSWER_MAX)}… ${text.length}`;
}

/** Draws calls anew and keeps what they are answered. */
async function record(): Promise<void> {
  const { target, masks, send } = await open();
  const recorded: Recorded[] = [];
  try {
    const { next, learn } = drawCalls(target.openApi);
    while (recorded.length < COUNT) {
      const sent = next();
      const call = masks.hideKnown(`${sent.method} ${sent.target}`);
      const body = sent.body && masks.hideKnown(textOf(sent.body.bytes));
      const { 'content-length': _, ...headers } = sent.headers;
      const { status, type, body: text, shown } = await send(sent);
      learn({ call: `${sent.method} ${sent.target}`, status, type, body: text });
      recorded.push({ call, as: sent.as, headers, body, status, type, answer: shown });
    }
    await writeRecording(recorded);
  } finally {
    await target.close();
  }
}

// After a change that is meant: `RECORD_ANSWERS=same npm test -- tests/api/recorded` asks the kept calls again,
// `RECORD_ANSWERS=1` draws calls anew, of new routes too. Look at what differs.
test('the API answers as it was recorded', { timeout: 300_000 }, async () => {
  if (process.env.RECORD_ANSWERS === '1') await record();
  const recording = await readRecording();
  const { target, masks, send } = await open();
  try {
    const answered: Recorded[] = [];
    for (const one of recording) {
      const { status, type, shown } = await send(callOf(one, masks.show));
      answered.push({ ...one, status, type, answer: shown });
    }
    if (process.env.RECORD_ANSWERS === 'same') await writeRecording(answered);
    else expect(answered).toEqual(recording);
    expect(recording.length).toBeGreaterThan(300);
  } finally {
    await target.close();
  }
});
