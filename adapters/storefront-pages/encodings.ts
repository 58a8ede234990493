import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Content codings for pages, in order of preference. */
const CODINGS = ['br', 'gzip'] as const;
export type Coding = (typeof CODINGS)[number];

/** Maximum number of codings read from an `Accept-Encoding` header. */
const MOST_CODINGS = 20;

/**
 * Returns the best coding that an `Accept-Encoding` header allows (RFC 9110, 12.5.3): `br`, else `gzip`, else
 * null. A coding excluded with `q=0` is never selected, and `*` stands for any coding that isn't listed.
 */
export function codingFor(header: string | undefined): Coding | null {
  const weights = new Map(
    (header ?? '').split(',', MOST_CODINGS).map((part) => {
      const [name = '', ...parameters] = part.toLowerCase().replaceAll(/\s/g, '').split(';');
      const [, weight = '1'] = /^q=(.*)$/.exec(parameters.at(-1) ?? '') ?? [];
      return [name, Number(weight)] as const;
    }),
  );
  return CODINGS.find((coding) => (weights.get(coding) ?? weights.get('*') ?? 0) > 0) ?? null;
}

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Compression effort: more for a page that's compressed once and sent often. */
export type Effort = 'once' | 'often';
const BROTLI: Readonly<Record<Effort, number>> = { once: 3, often: 5 };

/** Compresses a page off the main thread. */
export function compress(body: Buffer, coding: Coding, effort: Effort): Promise<Buffer> {
  if (coding === 'gzip') return gzipped(body, { level: constants.Z_DEFAULT_COMPRESSION });
  return brotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI[effort],
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
}
