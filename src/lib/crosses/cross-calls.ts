import type { CrossWay } from '../../../contract/cross-ways.ts';
import type { CrossUploadAnswer, SaidCrosses } from '../../../contract/crosses.ts';
import { CROSS_FORM } from '../../../contract/forms/crosses.ts';
import { checked } from '../http/unsendable.ts';
import { bridge } from '../session/guarded.ts';
import { session } from '../session/session.ts';

/** A cross as a form sends it; an empty maker is any. */
export interface CrossBody {
  readonly article: string;
  readonly maker: string;
  readonly crossArticle: string;
  readonly crossMaker: string;
  readonly way: CrossWay;
}

/** Minutes that the access token must live, so that a file is not read twice. */
const UPLOAD_MARGIN_MINUTES = 5;

/** The calls of administrators about crosses. All throw what ky throws, or SessionEnded. */
export const crossCalls = {
  /** What was said of the part of a position. */
  said: (positionId: number, signal?: AbortSignal): Promise<SaidCrosses> =>
    bridge.get('crosses', { searchParams: { positionId }, signal }).json<SaidCrosses>(),
  /** Resolves to false where all of it was said before. */
  say: async (body: CrossBody): Promise<boolean> =>
    (await bridge.post('crosses', { json: checked(CROSS_FORM, body) }).json<{ isNew: boolean }>()).isNew,
  async remove(id: number): Promise<void> {
    await bridge.delete(`crosses/${id}`);
  },
  /** Sends the form of a file, or of one that is kept, and waits until all of it was read. */
  async upload(form: FormData): Promise<CrossUploadAnswer> {
    await session.ensureFresh(UPLOAD_MARGIN_MINUTES);
    return bridge.post('crosses/upload', { body: form, timeout: false, retry: 0 }).json<CrossUploadAnswer>();
  },
};
export type CrossCalls = typeof crossCalls;
