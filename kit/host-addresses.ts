import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { lazily } from './lazily.ts';

/** Finds host names' addresses, IPv4 first. A silent name server delays only callers that need its names. */
export interface HostAddresses {
  /**
   * Returns a name's addresses. Rejects with `NameSilent` if its name servers don't respond in time, and with
   * a DNS error otherwise. `share` identifies the team, app or other party charged for the lookup.
   */
  readonly find: (name: string, share: string) => Promise<readonly LookupAddress[]>;
}

/** A host's name servers didn't respond in time, now or less than a minute ago. */
export class NameSilent extends Error {
  override readonly name = 'NameSilent';
  readonly code = 'EAI_AGAIN';

  constructor(host: string) {
    super(`The name servers of ${host} didn't respond in time.`);
  }
}

export interface OpenHostAddresses {
  /** Name servers, each with a port or without; empty for the system's. */
  readonly servers?: readonly string[];
  /** Hosts file: its names are resolved without a name server. */
  readonly hostsFile?: string;
  readonly timeoutMs?: number;
}

/** Limit for a single try: callers that need the name try again later. */
const TIMEOUT_MS = 2_000;
/** Extra time for the second address family once the first has responded: RFC 8305, section 3. */
const OTHER_FAMILY_MS = 50;
/** A silent name isn't queried again within this time. */
const SILENT_MS = 60_000;
const SILENT_NAMES = 10_000;
/** Concurrent lookups per share; further ones wait. */
const AT_ONCE = 8;
/** A lookup still waiting for its turn after this long is dropped, since its request has timed out too. */
const TURN_TIMEOUT_MS = 5_000;
/** The system's name servers and the hosts file may change while the process runs. */
const SETTINGS_READ_AGAIN_MS = 10_000;

const LOOPBACK: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** DNS result for one address family. */
type Found = { readonly addresses: readonly LookupAddress[] } | { readonly error: NodeJS.ErrnoException };

/**
 * Opens a resolver. It queries name servers directly (c-ares), because `dns.lookup` occupies one of the
 * process's four threads per silent name, blocking all outgoing calls and other thread users.
 */
export function openHostAddresses({
  servers = [],
  hostsFile = '/etc/hosts',
  timeoutMs = TIMEOUT_MS,
}: OpenHostAddresses = {}): HostAddresses {
  const silent = lazily(() => new LRUCache<string, true>({ max: SILENT_NAMES, ttl: SILENT_MS }));
  const underWay = new Map<string, Promise<readonly LookupAddress[]>>();
  const turns = openTurns();
  const system = remembered(SETTINGS_READ_AGAIN_MS, () => {
    const resolver = new Resolver({ timeout: timeoutMs, tries: 1, maxTimeout: timeoutMs });
    if (servers.length > 0) resolver.setServers([...servers]);
    return { resolver, hosts: readHosts(hostsFile) };
  });

  async function ask(name: string): Promise<readonly LookupAddress[]> {
    const { resolver } = system();
    const v4 = familyOf(4, () => resolver.resolve4(name));
    const v6 = familyOf(6, () => resolver.resolve6(name));
    const late = new AbortController();
    const silence = sleep(timeoutMs, null, { signal: late.signal }).catch(() => null);
    const first = await Promise.race([firstWithAddresses([v4, v6]), silence]);
    const graceMs = first === null ? 0 : OTHER_FAMILY_MS;
    const soon = sleep(graceMs, null);
    const found = await Promise.all([v4, v6].map((family) => Promise.race([family, soon])));
    late.abort();
    const addresses = found.flatMap((one) => (one && 'addresses' in one ? one.addresses : []));
    if (addresses.length > 0) return addresses;
    const errors = found.flatMap((one) => (one && 'error' in one ? [one.error] : []));
    if (found.includes(null) || errors.some(({ code }) => code === 'ETIMEOUT')) {
      silent.get().set(name, true);
      throw new NameSilent(name);
    }
    throw failureOf(name, errors);
  }

  return {
    async find(host, share) {
      const name = host.toLowerCase().replace(/\.$/, '');
      // RFC 6761: names below localhost mean this machine.
      if (name === 'localhost' || name.endsWith('.localhost')) return LOOPBACK;
      const known = system().hosts.get(name);
      if (known) return known;
      if (silent.get().has(name)) throw new NameSilent(name);
      const key = `${share} ${name}`; // no share waits for another share's turn
      const asked = underWay.get(key);
      if (asked !== undefined) return asked;
      const answer = turns.take(share, name, () => ask(name)).finally(() => underWay.delete(key));
      underWay.set(key, answer);
      return answer;
    },
  };
}

/** Resolves with the first family that has addresses, or after both have responded. */
async function firstWithAddresses(families: readonly Promise<Found>[]): Promise<'found' | 'both'> {
  const some = families.map(async (family) => {
    if ('error' in (await family)) throw new Error('This family has no addresses.');
    return 'found' as const;
  });
  return Promise.any(some).catch(() => 'both' as const);
}

async function familyOf(family: 4 | 6, resolve: () => Promise<string[]>): Promise<Found> {
  try {
    return { addresses: (await resolve()).map((address) => ({ address, family })) };
  } catch (error) {
    return { error: error as NodeJS.ErrnoException }; // node:dns rejects with this type
  }
}

/** DNS errors for a name that doesn't exist or has no address. */
const NONE = ['ENOTFOUND', 'ENODATA', 'EBADNAME'];

/** Uses the same codes as `dns.lookup`, which callers expect. */
function failureOf(name: string, errors: readonly NodeJS.ErrnoException[]): Error {
  const isNone = errors.every(({ code = '' }) => NONE.includes(code));
  const text = isNone ? `${name} has no address.` : `Failed to look up the addresses of ${name}.`;
  return Object.assign(new Error(text, { cause: errors[0] }), { code: isNone ? 'ENOTFOUND' : 'EAI_AGAIN' });
}

/** Caches a value and recomputes it when it's older than `ms`. */
function remembered<T>(ms: number, make: () => T): () => T {
  let made: { readonly value: T; readonly at: number } | null = null;
  return () => {
    if (made === null || performance.now() - made.at > ms) made = { value: make(), at: performance.now() };
    return made.value;
  };
}

/** Reads a hosts file's names with their addresses, IPv4 first; empty if the file doesn't exist. */
function readHosts(file: string): ReadonlyMap<string, readonly LookupAddress[]> {
  const hosts = new Map<string, readonly LookupAddress[]>();
  for (const line of readIfThere(file).split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    const family = isIP(address);
    if (family === 0) continue;
    for (const name of names.map((one) => one.toLowerCase())) {
      const all = [...(hosts.get(name) ?? []), { address, family }];
      hosts.set(
        name,
        all.toSorted((a, b) => a.family - b.family),
      );
    }
  }
  return hosts;
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8'); // a few lines, and asynchronous reads need a thread
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

/** Runs work in turns, with at most `AT_ONCE` calls in progress per share. */
function openTurns() {
  const shares = new Map<string, { running: number; readonly waiting: (() => void)[] }>();

  return {
    async take<T>(share: string, name: string, work: () => Promise<T>): Promise<T> {
      const own = shares.get(share) ?? { running: 0, waiting: [] };
      shares.set(share, own);
      if (own.running >= AT_ONCE) {
        const since = performance.now();
        await new Promise<void>((turn) => own.waiting.push(turn)); // takes over a running call's place
        if (performance.now() - since > TURN_TIMEOUT_MS) {
          pass();
          throw new NameSilent(name);
        }
      } else own.running += 1;
      return work().finally(pass);

      function pass(): void {
        const next = own.waiting.shift();
        if (next) next();
        else own.running -= 1;
        if (own.running === 0) shares.delete(share);
      }
    },
  };
}
