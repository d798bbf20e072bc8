/** What is used of libheif-js, which has types for another build of it only. */
declare module 'libheif-js/wasm-bundle.js' {
  interface Frame {
    readonly data: Uint8ClampedArray;
    readonly width: number;
    readonly height: number;
  }
  interface Image {
    get_width(): number;
    get_height(): number;
    /** Writes the pixels, turned as the file says, into the frame; null where they cannot be decoded. */
    display(frame: Frame, done: (frame: Frame | null) => void): void;
    is_primary(): boolean;
  }
  const libheif: { HeifDecoder: new () => { decode(file: Uint8Array): Image[] } };
  export default libheif;
}
