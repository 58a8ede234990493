import { deflateRawSync } from 'node:zlib';
import sharp from 'sharp';
import { plainPhoto } from './photos.ts';

const canvas = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#88aa88' }, limitInputPixels: false });

/** What must never come out of a photo again. */
export const PAYLOAD = '<script>alert(document.domain)</script>';

/** A JPEG that a browser could take for a page, a script or an archive as well. */
export async function polyglot(): Promise<Buffer> {
  const photo = await sharp(await plainPhoto(400, 300))
    .withMetadata({ exif: { IFD0: { ImageDescription: PAYLOAD, Copyright: '*/=alert(1)/*' } } })
    .jpeg()
    .toBuffer();
  const archive = Buffer.concat([
    Buffer.from('PK\x03\x04'),
    deflateRawSync(PAYLOAD),
    Buffer.from('PK\x05\x06'),
  ]);
  return Buffer.concat([photo, Buffer.from(`\n${PAYLOAD}\n`), archive]);
}

/** A moving WebP with large frames. */
async function animation(): Promise<Buffer> {
  const frames = await Promise.all(
    ['#000000', '#ffffff', '#ff0000'].map((background) =>
      sharp({ create: { width: 2_000, height: 2_000, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  return sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer();
}

/** Files that are no photos, or that a decoder chokes on, and the beginning of what their host reads. */
export const HOSTILE: readonly (readonly [what: string, problem: RegExp, make: () => Promise<Buffer>])[] = [
  ['a page called a photo', /not a JPEG/, async () => Buffer.from(`<!doctype html>${PAYLOAD}`)],
  [
    'an SVG with a script',
    /not a JPEG/,
    async () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${PAYLOAD}</svg>`),
  ],
  ['a GIF', /not a JPEG/, () => canvas(40, 40).gif().toBuffer()],
  ['an AVIF', /HEIC, HEIF and AVIF/, () => canvas(40, 40).avif({ effort: 0 }).toBuffer()],
  ['a bomb of 361 megapixels in a megabyte', /50 megapixels/, () => canvas(19_000, 19_000).png().toBuffer()],
  ['a line of a million pixels', /20000 pixels/, () => canvas(1, 1_000_000).png().toBuffer()],
  ['half a photo', /damaged/, async () => (await plainPhoto(2_000, 2_000)).subarray(0, 9_000)],
  [
    'noise behind the first bytes of a JPEG',
    /damaged/,
    async () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(5_000, 7)]),
  ],
  ['a moving picture', /Moving pictures/, animation],
  [
    'a header that promises more than there is',
    /50 megapixels|20000 pixels|damaged/,
    async () => {
      const png = await canvas(64, 64).png().toBuffer();
      png.writeUInt32BE(0x7fffffff, 16);
      return png;
    },
  ],
];
