// Checks permissions: every route declares who may call it, and callers are checked before their bodies are read.
import type { FastifyContextConfig, FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import * as actions from '../../../contract/access/actions.ts';
import type { Caller, Identity, RoleActions } from '../../../contract/accounts/accounts.ts';
import { ANONYMOUS_BODY_MAX, BODY_MAX } from '../../../contract/limits.ts';
import { busy, forbidden, unauthorized } from '../http/request.ts';
import { largestBody } from '../http/upload.ts';
import type { SecretGuesses } from './secret-guesses.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call; a missing permission stops the start. */
    permission: actions.Permission;
    /** What the caller's role must allow on documents; the service that keeps them checks it. */
    pairPermission?: actions.PairPermission;
    /** Open to an account that must change its password first. */
    duringPasswordChange?: boolean;
    /** Open to an account that must set up its second factor first. */
    duringFactorSetup?: boolean;
    /** For routes that change an account's protection: whether the caller has proved identity lately, else 403. */
    recentPassword?: (caller: Caller) => Promise<boolean>;
    /** On a route with the permission `signed-in-or-link`: whether the address itself proves that it may be opened. */
    opensLink?: (request: FastifyRequest) => boolean;
    /** On a route with the permission `service`: whether a token is that of a service of this installation. */
    knowsService?: (token: string) => boolean;
    /** With the permission `exchange`: whether the request bears its secret; null while the exchange is off. */
    opensExchange?: (request: FastifyRequest) => boolean | null;
  }
  interface FastifyRequest {
    /** The caller, on routes that need a permission; null on those open to anyone. */
    caller: Caller | null;
    /** The bearer token as sent, empty without one; for routes with the permission `refresh-token`. */
    bearer: string;
    /** On a route open to anyone: null without a token; 401 on an invalid one: an expired one is no visitor's. */
    callerIfAny(): Promise<Caller | null>;
    /** For routes that change a secret in some calls only: throws 403 `confirm password` without a recent one. */
    requireRecentPassword(): Promise<void>;
  }
  interface FastifyInstance {
    /** Every declared route, HEAD included, for tests and the reference page. */
    routeTable: DeclaredRoute[];
  }
}

export interface DeclaredRoute {
  readonly method: string;
  readonly url: string;
  readonly permission: actions.Permission;
  readonly recentPassword: boolean;
  /** Largest body, bytes: proxies have to let it pass. */
  readonly largestBody: number;
  /** Whether it takes files, which have more time. */
  readonly takesFiles: boolean;
}

/** Whether a permission is open to anonymous callers: such a call may take little of the server. */
export const isAnonymous = (permission: actions.Permission): boolean =>
  permission === 'anyone' || permission === 'refresh-token';

/** Makes every route declare its permission and checks callers before any body is read. */
export function addGuards(
  app: FastifyInstance,
  identity: Identity,
  secretGuesses: SecretGuesses,
  roles: RoleActions = NO_ROLES,
): void {
  app.decorateRequest('caller', null);
  app.decorateRequest('bearer', '');
  app.decorateRequest('callerIfAny', async function (this: FastifyRequest) {
    return bearerOf(this) ? allowed(await callerOf(this, identity)) : null;
  });
  app.decorateRequest('requireRecentPassword', async function (this: FastifyRequest) {
    const isRecent = this.caller && (await hasRecentPassword(this, identity, this.caller));
    if (!isRecent) throw forbidden('confirm password');
  });
  app.decorate('routeTable', []);

  app.addHook('onRoute', (route: RouteOptions) => {
    const permission = route.config?.permission;
    if (!permission) throw new Error(`route ${route.method} ${route.url} declares no permission`);
    const recentPassword = route.config?.recentPassword !== undefined;
    if (isAnonymous(permission)) route.bodyLimit ??= ANONYMOUS_BODY_MAX;
    const { url, bodyLimit = BODY_MAX } = route;
    const files = route.config?.files;
    for (const method of [route.method].flat())
      app.routeTable.push({
        method,
        url,
        permission,
        recentPassword,
        largestBody: files ? Math.max(largestBody(files), bodyLimit) : bodyLimit,
        takesFiles: files !== undefined,
      });
  });

  app.addHook('onRequest', async (request) => {
    if (request.is404) return;
    const { config } = request.routeOptions;
    const { permission, opensLink, knowsService, opensExchange, recentPassword } = config;
    if (permission === 'anyone') return;
    if (permission === 'refresh-token') {
      request.bearer = bearerOf(request);
      return;
    }
    if (permission === 'service') {
      if (!knowsService?.(bearerOf(request))) throw unauthorized();
      return;
    }
    if (permission === 'exchange') {
      const isOpen = await secretGuesses.judge(request, 'exchange', () => opensExchange?.(request) ?? null);
      if (isOpen === null) throw forbidden();
      if (!isOpen) throw unauthorized();
      return;
    }
    if (permission === 'signed-in-or-link' && opensLink?.(request)) return;
    // Set before the check, so that a refusal can name the caller.
    request.caller = await callerOf(request, identity);
    const caller = allowed(request.caller, config);
    if (permission === 'admin' && caller.rank !== 'admin') throw forbidden();
    const action = actionOf(permission);
    if (action && caller.rank !== 'admin' && !(await mayAct(request, roles, caller, action))) throw forbidden();
    if (recentPassword && !(await recentPassword(caller))) throw forbidden('confirm password');
  });
}

/** Default where no roles are known: only administrators may. */
const NO_ROLES: RoleActions = { allows: async () => false };

/** The standing action that a permission needs; null: another permission. */
const actionOf = (permission: actions.Permission): actions.StandingAction | null => {
  const [, action = ''] = /^action:(.*)$/.exec(permission) ?? [];
  return actions.isStandingAction(action) ? action : null;
};

const mayAct = (request: FastifyRequest, roles: RoleActions, { uid }: Caller, action: actions.StandingAction) =>
  orBusy(request, 'it could not be asked what a role allows', () => roles.allows(uid, action));

type OpenDuring = Pick<FastifyContextConfig, 'duringPasswordChange' | 'duringFactorSetup'>;

function allowed(caller: Caller | null, open: OpenDuring = {}): Caller {
  if (!caller) throw unauthorized();
  if (caller.mustChangePassword && !open.duringPasswordChange) throw forbidden();
  if (caller.mustSetSecondFactor && !open.duringFactorSetup) throw forbidden('second factor not set up');
  return caller;
}

/** The token of the Authorization header, whatever its scheme word; empty without one. */
export const bearerOf = (request: FastifyRequest): string =>
  /^\s*\S+\s+(\S+)\s*$/.exec(request.headers.authorization ?? '')?.[1] ?? '';

const hasRecentPassword = (request: FastifyRequest, identity: Identity, caller: Caller) =>
  orBusy(request, 'it could not be asked when the password was given', () =>
    identity.hasRecentPassword(caller, bearerOf(request)),
  );

async function callerOf(request: FastifyRequest, identity: Identity): Promise<Caller | null> {
  const token = bearerOf(request);
  return token ? orBusy(request, 'the caller could not be identified', () => identity.callerOf(token)) : null;
}

/** Logs a failure of asking another service, and answers 503. */
async function orBusy<T>(request: FastifyRequest, said: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    request.log.error({ err: error }, said);
    throw busy();
  }
}
