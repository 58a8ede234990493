/** A bucket's address and credentials. */
export interface S3Address {
  /** URL for its objects, ending with a slash: path-style or on the bucket's own host. */
  readonly base: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export const S3_EXAMPLE =
  's3://KEY:SECRET@bucket/folder?endpoint=https://s3.example.com&region=eu-central-1&path_style=1';

const PARAMETERS = ['endpoint', 'region', 'path_style'];
const BUCKET = /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/;

/** Reads `MEDIA_URL` (docs/reference/platform-settings.md#photos). Throws RangeError, whose message never holds the secret. */
export function readS3Address(text: string): S3Address {
  const refuse = (reason: string) => new RangeError(`${reason}, like ${S3_EXAMPLE}`);
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 's3:') throw refuse('must be an S3 URL');
  const bucket = url.hostname;
  if (!BUCKET.test(bucket)) throw refuse('must name a bucket');
  if (!url.username || !url.password)
    throw refuse('must have a key and a secret, percent-encoded if they contain / or +');
  const unknown = [...url.searchParams.keys()].find((name) => !PARAMETERS.includes(name));
  if (unknown !== undefined) throw refuse(`has an unknown parameter "${unknown}"`);
  const region = url.searchParams.get('region') ?? 'us-east-1';
  const given = url.searchParams.get('endpoint');
  const endpoint = endpointOf(given ?? `https://s3.${region}.amazonaws.com`);
  if (endpoint === null) throw refuse('must have an http or https endpoint without a path');
  const pathStyle = (url.searchParams.get('path_style') ?? (given === null ? '0' : '1')) === '1';
  const origin = pathStyle
    ? `${endpoint.origin}/${bucket}`
    : `${endpoint.protocol}//${bucket}.${endpoint.host}`;
  return {
    base: `${origin}${url.pathname.replace(/\/*$/, '')}/`,
    region,
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
  };
}

function endpointOf(text: string): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) && url.pathname === '/' ? url : null;
}
