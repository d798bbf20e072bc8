import { failureOf } from '../http/failure.ts';

/** A chosen file, and the name under which the service may still have it. */
export interface PriceFile {
  readonly file: File;
  readonly fileId: string | null;
}

const GONE = 'file is not kept';

/** Sends the name of a kept file; the file itself where there is no name or the service keeps it no more. */
export async function sendPriceFile<T>(chosen: PriceFile, send: (file: PriceFile) => Promise<T>): Promise<T> {
  try {
    return await send(chosen);
  } catch (error) {
    if (chosen.fileId === null || failureOf(error).code !== GONE) throw error;
    return send({ ...chosen, fileId: null });
  }
}
