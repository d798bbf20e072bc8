import sharp from 'sharp';

// No picture is asked for twice, so keeping decoded ones would only take memory.
sharp.cache(false);
// Pictures wait for each other (picture-turns.ts); more threads for one would multiply its buffers.
sharp.concurrency(1);

/** The library of pictures as a server uses it: nothing kept, one thread for a picture. */
export { sharp };
