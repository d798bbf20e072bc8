import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Uploads } from '../../../server/price-lists/upload-progress.ts';

const WAITING_MS = 30_000;
const KEPT_MS = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('uploads under way', () => {
  it('are told to whoever watches, from the present state on', () => {
    const upload = new Uploads().claim('id', 'anna');
    upload?.report({ phase: 'receiving', bytes: 10 });
    const seen: string[] = [];
    const stop = upload?.watch(({ phase, bytes }) => seen.push(`${phase} ${bytes}`));
    upload?.report({ bytes: 20 });
    stop?.();
    upload?.report({ bytes: 30 });
    expect(seen).toEqual(['receiving 10', 'receiving 20']);
  });

  it('stay as they ended', () => {
    const upload = new Uploads().claim('id', 'anna');
    upload?.report({ phase: 'failed', error: 'x' });
    upload?.report({ phase: 'done' });
    expect(upload?.progress).toMatchObject({ phase: 'failed', error: 'x' });
  });

  it('have each id once and belong to one user', () => {
    const uploads = new Uploads();
    expect(uploads.claim('id', 'anna')).not.toBeNull();
    expect(uploads.claim('id', 'anna')).toBeNull();
    expect(uploads.watched('id', 'boris')).toBeNull();
    expect(uploads.find('id', 'boris')).toBeNull();
    expect(uploads.watched('other', 'boris')).not.toBeNull();
    expect(uploads.claim('other', 'anna')).toBeNull();
  });

  it('are waited for half a minute, then the watcher is told that no file came', () => {
    const uploads = new Uploads();
    const upload = uploads.watched('id', 'anna');
    expect(upload?.progress.phase).toBe('waiting');
    vi.advanceTimersByTime(WAITING_MS);
    expect(upload?.progress).toMatchObject({ phase: 'failed', error: 'Файл не поступил' });
    expect(uploads.claim('id', 'anna')).not.toBeNull();
  });

  it('can be read for an hour after their end', async () => {
    const uploads = new Uploads();
    const upload = uploads.claim('id', 'anna');
    upload?.report({ phase: 'done' });
    await upload?.ended;
    vi.advanceTimersByTime(KEPT_MS - 1);
    expect(uploads.find('id', 'anna')?.progress.phase).toBe('done');
    vi.advanceTimersByTime(2);
    expect(uploads.find('id', 'anna')).toBeNull();
  });

  it('are stopped with the server', () => {
    const uploads = new Uploads();
    const running = uploads.claim('id', 'anna');
    const waiting = uploads.watched('other', 'anna');
    uploads.stop();
    expect(running?.abort.signal.aborted).toBe(true);
    expect(waiting?.isOver).toBe(true);
  });
});
