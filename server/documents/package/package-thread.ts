/** Draws one package into a file, in a thread of its own, which ends with it. */
import { workerData } from 'node:worker_threads';
import { drawPackage } from './draw-package.ts';
import type { PackageContent } from './package.ts';

const { content, to } = workerData as { readonly content: PackageContent; readonly to: string };
await drawPackage(content, to);
