import { Value } from 'typebox/value';
import { AS_OF_HEADER } from '../../contract/catalogue-age.ts';
import { PartsAnswer, PartsDirectory } from '../../contract/parts.ts';
import { BRIDGE } from '../../contract/paths.ts';
import type { DirectorySource, PartsSource } from '../product-pages/results.ts';
import type { FetchService } from './fetch-service.ts';

const ANSWER_WAIT_MS = 1_500;

/** The search for parts of a catalogue service that runs elsewhere. */
export const remoteParts =
  (bridgeUrl: string, fetchService: FetchService): PartsSource =>
  async (asked) => {
    const parameters = new URLSearchParams(asked as Record<string, string>);
    const answer = await ask(fetchService, `${bridgeUrl}${BRIDGE}/parts/?${parameters}`);
    return {
      answer: Value.Parse(PartsAnswer, await answer.json()),
      asOf: answer.headers.get(AS_OF_HEADER),
    };
  };

/** Its makers and brands. */
export const remoteDirectory =
  (bridgeUrl: string, fetchService: FetchService): DirectorySource =>
  async () =>
    Value.Parse(
      PartsDirectory,
      await (await ask(fetchService, `${bridgeUrl}${BRIDGE}/parts/directory`)).json(),
    );

async function ask(fetchService: FetchService, address: string): Promise<Response> {
  const answer = await fetchService(address, { waitMs: ANSWER_WAIT_MS });
  if (!answer.ok) throw new Error(`the catalogue service answered ${answer.status}`);
  return answer;
}
