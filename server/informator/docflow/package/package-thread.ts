/** Draws one package in a thread of its own, which ends with it. */
import { parentPort, workerData } from 'node:worker_threads';
import { drawPackage } from './draw-package.ts';
import type { PackageContent } from './package.ts';

const drawn = await drawPackage(workerData as PackageContent);
const bytes = new Uint8Array(drawn);
parentPort?.postMessage(bytes, [bytes.buffer]);
