// Builds the public pages again after each change and publishes them.
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger } from 'fastify';
import { type SiteContent, SiteState } from '../../../contract/operations/state.ts';
import { loadSite, type Site, type SiteGeneration, type SiteOptions } from '../../platform/built-site/site.ts';
import { OutOfMemory } from '../../platform/child-process/run-program.ts';
import { HttpError } from '../../platform/http/request.ts';
import { siteBuilt } from '../../platform/signals.ts';
import { type BackgroundOptions, createRepeatedWork, type Progress } from './background.ts';
import { buildSite, publishCommand, type SiteSources } from './build.ts';
import { openBuildsFolder, TOUCH_INTERVAL_MS } from './builds-folder.ts';
import type { ContentSource } from './content-source.ts';

export interface Publisher {
  changed(): void;
  /** Checks for unannounced changes, then returns the state. */
  state(): Promise<SiteState>;
  /** Whether visitors have pages: not yet when the first build found too little memory. */
  readonly hasPages: boolean;
  /** Seconds that the last build took with its loading; 0 before the first. */
  readonly buildSeconds: number;
  close(): Promise<void>;
}

interface PublisherSettings extends SiteSources {
  readonly site: Site;
  readonly folder: string;
  readonly content: ContentSource<SiteContent>;
  /** Time between checks for unannounced changes, made by services elsewhere or by other servers; milliseconds. */
  readonly interval?: number;
  readonly siteOptions: SiteOptions;
  /** Line for the shell after each switch to another build; empty: none. */
  readonly publishCommand: string;
  readonly clock: () => number;
  readonly log: FastifyBaseLogger;
  readonly timing?: Pick<BackgroundOptions, 'quiet' | 'patience' | 'pauses'>;
}

/**
 * Builds the site, or takes what is there, and again after each change. A build that fails leaves the pages of the one
 * before; without one before it throws, for want of memory it is tried again.
 */
export async function openPublisher(settings: PublisherSettings): Promise<Publisher> {
  const { site, folder, content, siteOptions, clock, log, timing = {}, interval = INTERVAL_MS } = settings;
  const builds = openBuildsFolder(folder, clock);
  await builds.removeLeftovers();
  const out = { folder: '', builtAt: 0, seconds: 0 };
  let generation: SiteGeneration | undefined;

  const show = async (built: string) => {
    // Only at the start: later the site itself remembers the files of earlier builds.
    const earlier = generation ? [] : (await builds.list()).filter((path) => path !== built);
    const next = await loadSite(built, { ...siteOptions, earlier, previous: generation });
    site.replace(next);
    generation = next;
    out.folder = built;
    out.builtAt = await builtAt(built);
    await builds.tidy(built);
  };
  const buildOnce = async (signal: AbortSignal, started: number) => {
    const built = await buildSite(settings, builds, await content.read(), signal);
    if (built === out.folder) return;
    await show(built);
    out.seconds = (performance.now() - started) / 1000;
    sending?.request();
  };
  const build = async (signal: AbortSignal) => {
    const started = performance.now();
    const reportBuild = (outcome: 'done' | 'failed') => siteBuilt.report({ outcome, ms: performance.now() - started });
    try {
      await buildOnce(signal, started);
      reportBuild('done');
    } catch (error) {
      if (!signal.aborted) reportBuild('failed');
      if (error instanceof OutOfMemory)
        settings.say({ kind: 'note', text: { english: error.message, russian: error.message } });
      throw error;
    }
  };

  const command = settings.publishCommand ? publishCommand({ ...settings, line: settings.publishCommand }) : null;
  const sending = command
    ? createRepeatedWork(
        async (signal) => {
          if (!(await command.knows(out.folder))) await command.run(out.folder, signal);
        },
        { clock, log, ...timing, name: 'publishing', quiet: 0 },
      )
    : null;
  const building = createRepeatedWork(build, { clock, log, ...timing, name: 'building the pages' });

  const look = async () => {
    if (building.progress.phase !== 'working' && (await content.isChanged())) building.request();
  };

  const touch = () => {
    if (out.folder) void builds.tidy(out.folder).catch(() => {});
  };

  try {
    await build(NEVER);
  } catch (error) {
    const [old] = await builds.list();
    const starved = error instanceof OutOfMemory;
    if (!old && !starved) throw error;
    if (old) {
      if (!starved) settings.say({ kind: 'build-failed', reason: (error as Error).message });
      await show(old);
    }
    building.request();
  }
  if (command && out.folder && !(await command.knows(out.folder))) sending?.request();
  const timers = [setInterval(look, interval), setInterval(touch, TOUCH_INTERVAL_MS)];
  for (const timer of timers) timer.unref();

  return {
    changed: building.request,
    async state() {
      await look();
      return stateOf([building.progress, ...(sending ? [sending.progress] : [])], out.builtAt);
    },
    get hasPages() {
      return generation !== undefined;
    },
    get buildSeconds() {
      return out.seconds;
    },
    async close() {
      for (const timer of timers) clearInterval(timer);
      await Promise.all([building.close(), sending?.close()]);
    },
  };
}

const INTERVAL_MS = 10_000;
const NEVER = new AbortController().signal;

/** A finished page is never written again, so its time is that of the build; the folder's is that of its last use. */
const builtAt = async (built: string): Promise<number> =>
  (await stat(`${built}/index.html`).catch(() => stat(dirname(built)))).mtimeMs;

const STATES = { working: 'building', failed: 'failed', done: 'fresh' } as const;

/** One state for several pieces of work: what is under way comes before what failed. */
function stateOf(all: readonly Progress[], builtAt: number): SiteState {
  const phase =
    (['working', 'failed'] as const).find((one) => all.some((progress) => progress.phase === one)) ?? 'done';
  const ofPhase = all.filter((progress) => progress.phase === phase);
  return {
    state: STATES[phase],
    since: new Date(Math.max(...ofPhase.map(({ since }) => since))).toISOString(),
    builtAt: new Date(builtAt).toISOString(),
    error: ofPhase
      .map(({ error }) => error)
      .filter(Boolean)
      .join('\n'),
  };
}

export const siteRoutes =
  (pages: () => Publisher | null): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/state',
      {
        config: { permission: 'admin' },
        schema: { summary: 'Whether the last saved change is out', response: { 200: SiteState } },
      },
      async () => {
        const publisher = pages();
        if (!publisher) throw new HttpError(503, 'not ready');
        return publisher.state();
      },
    );
  };
