import type { ShownFile } from '../../../contract/shown-file.ts';
import { openInformator } from '../http/client.ts';
import { guarded } from '../session/guarded.ts';
import { session } from '../session/session.ts';

const informator = guarded(openInformator, session.tokens);

/** A sheet of an attachment as a table, or a text. Throws what ky throws, or SessionEnded. */
export const askShownFile = (fileName: string, sheet: number): Promise<ShownFile> =>
  informator
    .get(`docflow/scan/${fileName}/shown`, { searchParams: { sheet }, timeout: 60_000 })
    .json<ShownFile>();
