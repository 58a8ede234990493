/** 24-bit pixels, row by row, with their ICC profile (empty: sRGB). */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Bytes from one row's start to the next. */
  readonly stride: number;
  readonly pixels: Uint8Array;
  readonly profile: Uint8Array;
}

const SHORT = 3;
const LONG = 4;
const UNDEFINED = 7;
const RGB = 2;
const ROWS_PER_STRIP = 64;
const HEADER = 8;
const ENTRY = 12;

/** Wraps pixels in an uncompressed TIFF: the simplest file that stores them with their colour profile. */
export function tiffOf({ width, height, stride, pixels, profile }: Pixels): Buffer<ArrayBuffer> {
  const row = width * 3;
  const strips = Math.ceil(height / ROWS_PER_STRIP);
  const stripsAt = HEADER + row * height;
  const depthsAt = stripsAt + strips * 8;
  const profileAt = depthsAt + 6;
  const directoryAt = profileAt + profile.length + (profile.length % 2);
  const entries: readonly (readonly [tag: number, type: number, count: number, value: number])[] = [
    [256, LONG, 1, width],
    [257, LONG, 1, height],
    [258, SHORT, 3, depthsAt],
    [259, SHORT, 1, 1], // not compressed
    [262, SHORT, 1, RGB],
    [273, LONG, strips, strips === 1 ? HEADER : stripsAt],
    [277, SHORT, 1, 3],
    [278, LONG, 1, ROWS_PER_STRIP],
    [279, LONG, strips, strips === 1 ? row * height : stripsAt + strips * 4],
    ...(profile.length > 0 ? ([[34_675, UNDEFINED, profile.length, profileAt]] as const) : []),
  ];
  const file = Buffer.alloc(directoryAt + 2 + entries.length * ENTRY + 4);
  file.write('II*\0', 'latin1');
  file.writeUInt32LE(directoryAt, 4);
  for (let y = 0; y < height; y++) file.set(pixels.subarray(y * stride, y * stride + row), HEADER + y * row);
  for (let strip = 0; strip < strips; strip++) {
    const rows = Math.min(ROWS_PER_STRIP, height - strip * ROWS_PER_STRIP);
    file.writeUInt32LE(HEADER + strip * ROWS_PER_STRIP * row, stripsAt + strip * 4);
    file.writeUInt32LE(rows * row, stripsAt + (strips + strip) * 4);
  }
  for (const at of [0, 2, 4]) file.writeUInt16LE(8, depthsAt + at);
  file.set(profile, profileAt);
  file.writeUInt16LE(entries.length, directoryAt);
  for (const [index, [tag, type, count, value]] of entries.entries()) {
    const at = directoryAt + 2 + index * ENTRY;
    file.writeUInt16LE(tag, at);
    file.writeUInt16LE(type, at + 2);
    file.writeUInt32LE(count, at + 4);
    file.writeUInt32LE(value, at + 8);
  }
  return file;
}
