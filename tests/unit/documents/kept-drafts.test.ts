import { beforeEach, describe, expect, it } from 'vitest';
import type { KeptDraft } from '../../../contract/documents/documents.ts';
import type { DocumentText } from '../../../src/lib/documents/document-change.ts';
import type { DraftCalls } from '../../../src/lib/documents/form-calls.ts';
import { createKeptDrafts, documentDrafts, type KeptDrafts } from '../../../src/lib/documents/form-calls.ts';
import type { Draft } from '../../../src/lib/editing/drafts.ts';
import type { DeviceMemory } from '../../../src/lib/platform/device-memory.ts';
import { EVENING } from '../../support/moment.ts';
import { deviceWith } from '../editing/device.ts';

const DAY_MS = 86_400_000;
const TEXT: DocumentText = { title: 'Договор', description: 'Поставка', acceptor: [], recipient: [] };
const draft = (id: string, daysAgo = 0): Draft<DocumentText> => ({
  id,
  savedAt: new Date(EVENING - daysAgo * DAY_MS).toISOString(),
  etag: null,
  value: TEXT,
});

describe('drafts of this device and the server', () => {
  let server: Map<string, KeptDraft>;
  let isAway: boolean;
  let here: DeviceMemory;

  const calls: DraftCalls = {
    drafts: async () => {
      if (isAway) throw new Error('no connection');
      return [...server.values()];
    },
    async keepDraft({ id, savedAt, etag, value }) {
      if (isAway) throw new Error('no connection');
      const { title, description } = value;
      const people = { acceptor: [], recipient: [] };
      server.set(id, { id, savedAt, etag, title, description, ...people, ...PLACE, files: [] });
    },
    dropDraft: async (id) => void server.delete(id),
    sendFile: async () => {
      throw new Error('no file is sent here');
    },
    dropFile: async () => {},
  };
  const PLACE = { documentId: null, directing: 1, task: 2 };
  /** The form as this device opens it; what was typed is sent at once. */
  const opened = async (): Promise<KeptDrafts> => {
    const place = () => ({ document: null, directing: 1, task: 2 });
    const atOnce = (act: () => void) => {
      act();
      return () => {};
    };
    const local = documentDrafts({ uid: 'а', id: null }, here);
    const kept = createKeptDrafts(local, calls, place, atOnce, () => new Date(EVENING));
    await kept.load();
    return kept;
  };
  const typed = async (one: Draft<DocumentText>): Promise<void> => {
    const form = await opened();
    form.keep(one);
    await form.rest();
  };
  const offered = async (): Promise<string[]> => (await opened()).all().map(({ id }) => id);

  beforeEach(() => {
    server = new Map();
    isAway = false;
    here = deviceWith();
  });

  it('what another device has saved or thrown away is not offered here any more', async () => {
    await typed(draft('а', 1));
    await typed(draft('б'));
    expect(await offered()).toEqual(['б', 'а']);
    server.delete('а');
    expect(await offered()).toEqual(['б']);
    server.delete('б');
    isAway = true;
    expect(await offered()).toEqual(['б']);
  });

  it('what the server never had, or has had an older text of, is', async () => {
    isAway = true;
    await typed(draft('а'));
    isAway = false;
    expect(await offered()).toEqual(['а']);

    await typed(draft('б', 1));
    isAway = true;
    await typed(draft('б'));
    isAway = false;
    server.delete('б');
    expect(await offered()).toContain('б');
  });

  it('what the server has forgotten for its age is', async () => {
    await typed(draft('а', 6));
    server.delete('а');
    expect(await offered()).toEqual(['а']);
  });
});
