import { NEW_SOURCE_FORM, SOURCE_FORM } from '../../../../contract/price-lists/source-forms.ts';
import type {
  Arrival,
  ArrivalPage,
  ArrivalState,
  ImportSource,
  ImportSources,
} from '../../../../contract/price-lists/sources.ts';
import { withPassword } from '../../accounts/password-confirmation.ts';
import { checked } from '../../platform/http-client.ts';
import { bridge } from '../../platform/session.ts';
import type { NewSourceBody, SourceBody } from './source-form.ts';

/** Which arrivals are asked for. */
export interface ReceivedFilesQuery {
  readonly sourceId?: number;
  readonly state?: ArrivalState;
}

const ofSource = (id: number): string => `import/sources/${id}`;
const ofReceivedFile = (id: number): string => `import/arrivals/${id}`;

/** The calls of the sources of price lists and of what came from them. All throw what ky throws, or SessionEnded. */
export const sourceCalls = {
  list: (signal?: AbortSignal): Promise<ImportSources> =>
    bridge.get('import/sources', { signal }).json<ImportSources>(),
  create: async (body: NewSourceBody): Promise<ImportSource> =>
    withPassword(() => bridge.post('import/sources', { json: checked(NEW_SOURCE_FORM, body) }).json<ImportSource>()),
  change: async (id: number, body: Partial<SourceBody>): Promise<ImportSource> =>
    withPassword(() => bridge.patch(ofSource(id), { json: checked(SOURCE_FORM, body) }).json<ImportSource>()),
  async remove(id: number): Promise<void> {
    await bridge.delete(ofSource(id));
  },
  /** Has a source looked at; that is not over when the answer comes. */
  async check(id: number): Promise<void> {
    await bridge.post(`${ofSource(id)}/check`);
  },
  /** One page, newest first; `cursor` is `next` of the page before, null for the first. */
  arrivals(wish: ReceivedFilesQuery, cursor: string | null, signal?: AbortSignal): Promise<ArrivalPage> {
    const searchParams = { ...wish, ...(cursor !== null && { cursor }) };
    return bridge.get('import/arrivals', { searchParams, signal }).json<ArrivalPage>();
  },
  /** Resolves when the held price list is imported: a long one may take a while, so nothing times it out. */
  apply: (id: number): Promise<Arrival> =>
    bridge.post(`${ofReceivedFile(id)}/apply`, { timeout: false, retry: 0 }).json<Arrival>(),
  reject: (id: number): Promise<Arrival> => bridge.post(`${ofReceivedFile(id)}/reject`).json<Arrival>(),
  file: (id: number): Promise<Blob> => bridge.get(`${ofReceivedFile(id)}/file`, { timeout: false }).blob(),
};
export type SourceCalls = typeof sourceCalls;
