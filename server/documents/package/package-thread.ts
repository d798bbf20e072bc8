/** Draws one package into a file, in a thread of its own, which ends with it; reports the SHA-256 of the file. */
import { parentPort, workerData } from 'node:worker_threads';
import { drawPackage, type PackageOrder } from './draw-package.ts';

const { order, to } = workerData as { readonly order: PackageOrder; readonly to: string };
parentPort?.postMessage(await drawPackage(order, to));
