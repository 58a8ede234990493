import { crc32, deflateRawSync, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { heicPhoto, plainPhoto } from './photos.ts';

const canvas = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#88aa88' }, limitInputPixels: false });

/** Content that a photo must never return. */
export const PAYLOAD = '<script>alert(document.domain)</script>';

/** A JPEG that a browser could also interpret as a page, a script or an archive. */
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

/** A black square with one bit per pixel, made without a canvas as large as the picture. */
function blackPng(side: number): Buffer {
  const chunk = (type: string, content: Buffer) => {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
    const framed = Buffer.alloc(named.length + 8);
    framed.writeUInt32BE(content.length);
    named.copy(framed, 4);
    framed.writeUInt32BE(crc32(named), framed.length - 4);
    return framed;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc(side * (1 + Math.ceil(side / 8))), { level: 1 });
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** An animated WebP with large frames. */
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

/** A HEIC that declares a different size than its picture. */
function withHeicSize(heic: Buffer, width: number, height: number): Buffer {
  const at = heic.indexOf('ispe');
  heic.writeUInt32BE(width, at + 8);
  heic.writeUInt32BE(height, at + 12);
  return heic;
}

/** Files that aren't photos or that break a decoder, and the beginning of the message to their host. */
export const HOSTILE: readonly (readonly [what: string, problem: RegExp, make: () => Promise<Buffer>])[] = [
  ['a page called a photo', /isn't a JPEG/, async () => Buffer.from(`<!doctype html>${PAYLOAD}`)],
  [
    'an SVG with a script',
    /isn't a JPEG/,
    async () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${PAYLOAD}</svg>`),
  ],
  ['a GIF', /isn't a JPEG/, () => canvas(40, 40).gif().toBuffer()],
  ['an AVIF', /AVIF/, () => canvas(40, 40).avif({ effort: 0 }).toBuffer()],
  ['a HEIC bomb of 72 megapixels in 17 kB', /50 megapixels/, () => heicPhoto('72-megapixels')],
  [
    'a HEIC bomb that says it is small',
    /too complex/,
    async () => withHeicSize(await heicPhoto('72-megapixels'), 640, 426),
  ],
  [
    'a HEIC as long as a street',
    /20000 pixels/,
    async () => withHeicSize(await heicPhoto('phone'), 20_001, 2),
  ],
  [
    'a HEIC that says it is larger',
    /damaged/,
    async () => withHeicSize(await heicPhoto('phone'), 7_000, 7_000),
  ],
  ['half a HEIC', /damaged/, async () => (await heicPhoto('phone')).subarray(0, 1_200)],
  [
    'noise behind the first bytes of a HEIC',
    /damaged/,
    async () => Buffer.concat([(await heicPhoto('phone')).subarray(0, 28), Buffer.alloc(5_000, 7)]),
  ],
  [
    'a moving HEIC',
    /Animated pictures/,
    async () =>
      Buffer.concat([Buffer.from('\0\0\0\x18ftyphevc\0\0\0\0msf1heic', 'latin1'), Buffer.alloc(500)]),
  ],
  ['a bomb of 361 megapixels in a megabyte', /50 megapixels/, async () => blackPng(19_000)],
  ['a line of a million pixels', /20000 pixels/, () => canvas(1, 1_000_000).png().toBuffer()],
  ['half a photo', /damaged/, async () => (await plainPhoto(2_000, 2_000)).subarray(0, 9_000)],
  [
    'noise behind the first bytes of a JPEG',
    /damaged/,
    async () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(5_000, 7)]),
  ],
  ['a moving picture', /Animated pictures/, animation],
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
