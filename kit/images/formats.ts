/** Accepted upload formats. */
export type PhotoFormat = 'jpeg' | 'png' | 'webp' | 'heic';

/** Recognized formats that aren't accepted: AVIF, and image sequences stored as HEIC or AVIF. */
export type OtherFormat = 'avif' | 'heif_sequence';

const textAt = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.subarray(from, to)).toString('latin1');

const isAscii = (bytes: Uint8Array, at: number, text: string): boolean =>
  textAt(bytes, at, at + text.length) === text;

/** Format detectors based on a file's first bytes; the file name and declared type are ignored. */
const SIGNATURES: Readonly<Record<PhotoFormat | OtherFormat, (bytes: Uint8Array) => boolean>> = {
  jpeg: (bytes) => isAscii(bytes, 0, '\xff\xd8\xff'),
  png: (bytes) => isAscii(bytes, 0, '\x89PNG\r\n\x1a\n'),
  webp: (bytes) => isAscii(bytes, 0, 'RIFF') && isAscii(bytes, 8, 'WEBP'),
  heif_sequence: (bytes) => /^(hevc|hevx|msf1|avis)$/.test(mainBrand(bytes)),
  avif: (bytes) => brands(bytes).includes('avif'),
  heic: (bytes) => /^(heic|heix|heim|heis|mif1)$/.test(mainBrand(bytes)),
};

/** Returns a HEIF file's main brand and all compatible ones, from its first box. */
function brands(bytes: Uint8Array): readonly string[] {
  if (!isAscii(bytes, 4, 'ftyp')) return [];
  const end = Math.min(Buffer.from(bytes.subarray(0, 4)).readUInt32BE(), 256);
  const [main = '', _version, ...others] = textAt(bytes, 8, end).match(/.{4}/gs) ?? [];
  return [main, ...others];
}

const mainBrand = (bytes: Uint8Array): string => brands(bytes)[0] ?? '';

/** Detects a file's format by its first bytes; null if unknown. */
export function formatOf(bytes: Uint8Array): PhotoFormat | OtherFormat | null {
  for (const [format, matches] of Object.entries(SIGNATURES)) {
    if (matches(bytes)) return format as PhotoFormat | OtherFormat; // the table's keys
  }
  return null;
}
