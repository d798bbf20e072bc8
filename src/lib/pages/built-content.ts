// Reads the texts of company pages and the slides for the build of the site. In the browser they are read again by
// fresh-content.ts.
import { readFile } from 'node:fs/promises';
import type { PublishedPage, SiteContent } from '../../../contract/operations/state.ts';
import { ABOUT_ALIASES } from '../../../contract/pages/forms.ts';
import type { Note } from '../../../contract/slides/slides.ts';
import { PUBLIC_SLIDES_ADDRESS, publicPageAddress, publicText } from '../../../rules/pages/public.ts';
import { BUILD_VARIABLES, type Environment } from '../../../settings/variables.ts';
import { site } from '../platform/site.ts';

/** Longest wait for a service during a build, milliseconds. */
const TIMEOUT_MS = 2_000;

const contents = new WeakMap<Environment, Promise<SiteContent | null>>();

/** The content of this build, read once; null when it cannot be had: the pages are filled in the browser then. */
export function readContent(environment: Environment = process.env): Promise<SiteContent | null> {
  const content = contents.get(environment) ?? loadContent(environment);
  contents.set(environment, content);
  return content;
}

/** Content from the file that a build is handed, else from the running services, else null. */
async function loadContent(environment: Environment): Promise<SiteContent | null> {
  const file = environment[BUILD_VARIABLES.content];
  if (file) return JSON.parse(await readFile(file, 'utf8')) as SiteContent;
  const informator = site.informatorUrl || environment[BUILD_VARIABLES.devServices];
  const mnote = site.mnoteUrl || environment[BUILD_VARIABLES.devServices];
  if (!informator || !mnote) return null;
  try {
    const [about, slides] = await Promise.all([fetchPages(informator), fetchSlides(mnote)]);
    return { about, slides };
  } catch (error) {
    console.warn(`The pages are built without their texts: ${(error as Error).message}`);
    return null;
  }
}

async function fetchPages(host: string): Promise<PublishedPage[]> {
  const pages = await Promise.all(ABOUT_ALIASES.map((alias) => ask<PublishedPage>(host + publicPageAddress(alias))));
  return pages.filter((page) => page !== null).filter(({ mdInfo }) => publicText(mdInfo) !== null);
}

const fetchSlides = async (host: string): Promise<Note[]> => (await ask<Note[]>(host + PUBLIC_SLIDES_ADDRESS)) ?? [];

/** The answer of a service; null where there is nothing (404). */
async function ask<Answer>(address: string): Promise<Answer | null> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (answer.status === 404) return null;
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  return (await answer.json()) as Answer;
}
