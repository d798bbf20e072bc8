import { BODY_MAX } from '../../contract/limits.ts';

/** What a route takes of files in one request, 413 above; proxies in front have to let as much pass. */
export interface FileLimits {
  /** Largest file, bytes. */
  readonly maxBytes: number;
  readonly maxFiles: number;
  /** All files together, bytes. */
  readonly maxTotalBytes: number;
}

/** One file of so many bytes: two are received, so that "more than one" can be told. */
export const oneFileUpTo = (maxBytes: number): FileLimits => ({
  maxBytes,
  maxFiles: 2,
  maxTotalBytes: 2 * maxBytes,
});

/** The whole body of a request with files, bytes: with what is around them. */
export const largestBody = ({ maxTotalBytes }: FileLimits): number => maxTotalBytes + BODY_MAX;
