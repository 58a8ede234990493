/** What a photo may be uploaded as. */
export type PhotoFormat = 'jpeg' | 'png' | 'webp';

const isAscii = (bytes: Uint8Array, at: number, text: string): boolean =>
  Buffer.from(bytes.subarray(at, at + text.length)).toString('latin1') === text;

/** Formats by their first bytes; what a file is called, or is said to be, does not count. */
const SIGNATURES: Readonly<Record<PhotoFormat, (bytes: Uint8Array) => boolean>> = {
  jpeg: (bytes) => isAscii(bytes, 0, '\xff\xd8\xff'),
  png: (bytes) => isAscii(bytes, 0, '\x89PNG\r\n\x1a\n'),
  webp: (bytes) => isAscii(bytes, 0, 'RIFF') && isAscii(bytes, 8, 'WEBP'),
};

const HEIF_BRANDS = /^(heic|heix|heim|heis|hevc|hevx|mif1|msf1|avif|avis)$/;

/** The format of a file by its first bytes: `heic` is known, and no photo format here; null for everything else. */
export function formatOf(bytes: Uint8Array): PhotoFormat | 'heic' | null {
  for (const [format, matches] of Object.entries(SIGNATURES)) {
    if (matches(bytes)) return format as PhotoFormat; // the table's keys
  }
  const brand = Buffer.from(bytes.subarray(8, 12)).toString('latin1');
  return isAscii(bytes, 4, 'ftyp') && HEIF_BRANDS.test(brand) ? 'heic' : null;
}
