/** A Redis server or sentinel. */
export interface RedisNode {
  readonly host: string;
  readonly port: number;
}

/** Credentials for all servers in one Redis. */
interface RedisLogin {
  readonly nodes: readonly RedisNode[];
  readonly username?: string;
  readonly password?: string;
  readonly tls: boolean;
}

/** A Redis address: one server, the primary named by sentinels, or a cluster. */
export type RedisAddress =
  | { readonly kind: 'server'; readonly url: string }
  | (RedisLogin & {
      readonly kind: 'sentinels';
      /** The primary's name in the sentinels. */
      readonly primary: string;
      readonly database: number;
      /** The sentinels' own password, which differs from their servers' password. */
      readonly sentinelPassword?: string;
    })
  | (RedisLogin & { readonly kind: 'cluster' });

/** Scheme, login, comma-separated servers, and the rest: `URL` accepts only one server. */
const PARTS = /^redis(s?)\+(sentinel|cluster):\/\/((?:[^@/]*@)?)([^@/?#]+)(\/?[^#]*)$/;

const PORTS = { sentinel: 26_379, cluster: 6_379 };

/**
 * Reads `redis://host:6379`, `redis+sentinel://host:26379,host:26379/primary[/database]` or
 * `redis+cluster://host:6379,host:6379`; `rediss` for TLS, and a login before the servers. Null for any other
 * text.
 */
export function redisAddress(text: string): RedisAddress | null {
  if (/^rediss?:/.test(text)) return URL.canParse(text) ? { kind: 'server', url: text } : null;
  const [, secure, by, login = '', servers, rest = ''] = PARTS.exec(text) ?? [];
  if ((by !== 'sentinel' && by !== 'cluster') || servers === undefined) return null;
  const urls = servers.split(',').map((server) => `redis://${login}${server}${rest}`);
  if (!urls.every((url) => URL.canParse(url))) return null;
  const [first, ...others] = urls.map((url) => new URL(url));
  if (first === undefined || [first, ...others].some(({ hostname }) => hostname === '')) return null;
  const all = {
    nodes: [first, ...others].map(({ hostname, port }) => ({
      host: hostname.replace(/^\[(.*)\]$/, '$1'),
      port: port === '' ? PORTS[by] : Number(port),
    })),
    ...(first.username !== '' && { username: decodeURIComponent(first.username) }),
    ...(first.password !== '' && { password: decodeURIComponent(first.password) }),
    tls: secure === 's',
  };
  const [primary = '', database = '0', ...more] = first.pathname.split('/').slice(1);
  if (by === 'cluster') return primary === '' && first.search === '' ? { kind: 'cluster', ...all } : null;
  if (primary === '' || !/^\d{1,4}$/.test(database) || more.length > 0) return null;
  const sentinelPassword = first.searchParams.get('sentinelPassword');
  return {
    kind: 'sentinels',
    ...all,
    primary: decodeURIComponent(primary),
    database: Number(database),
    ...(sentinelPassword !== null && { sentinelPassword }),
  };
}
