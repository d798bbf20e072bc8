import type { Failure } from '../http/failure.ts';
import { paths, type Why } from '../paths/paths.ts';

const WHY: Readonly<Partial<Record<Failure['kind'], Why>>> = { login: 'login', forbidden: 'forbidden' };

/** Leaves a page that could not be loaded for the sign-in page, which says why and leads back here. */
export function leaveToAuth(failure: Pick<Failure, 'kind'>): void {
  location.replace(paths.signIn(WHY[failure.kind] ?? 'failed', location.pathname + location.search));
}
