import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { lazily } from './lazily.ts';

/** Finds the addresses of host names, IPv4 first. One name server that stays silent delays only those that need its names. */
export interface HostAddresses {
  /**
   * All addresses of a name. Rejects with `NameSilent` if its name servers send no answer in time, and with a DNS error otherwise.
   * `share` names the team, app or other party that the look-up counts for.
   */
  readonly find: (name: string, share: string) => Promise<readonly LookupAddress[]>;
}

/** The name servers of a host didn't answer in time, now or less than a minute ago. */
export class NameSilent extends Error {
  override readonly name = 'NameSilent';
  readonly code = 'EAI_AGAIN';

  constructor(host: string) {
    super(`The name servers of ${host} did not answer in time.`);
  }
}

export interface OpenHostAddresses {
  /** Name servers, each with a port or without; empty for the system's. */
  readonly servers?: readonly string[];
  /** File of names that need no name server. */
  readonly hostsFile?: string;
  readonly timeoutMs?: number;
}

/** One try: callers that need the name try again later. */
const TIMEOUT_MS = 2_000;
/** If one address family has answered, the other one gets this long: RFC 8305, section 3. */
const OTHER_FAMILY_MS = 50;
/** A silent name isn't asked for again within this time. */
const SILENT_MS = 60_000;
const SILENT_NAMES = 10_000;
/** Look-ups in progress of one share; further ones wait for their turn. */
const AT_ONCE = 8;
/** A look-up that got no turn by then is given up: its request has given up by then, too. */
const TURN_TIMEOUT_MS = 5_000;
/** The system's name servers and the hosts file may change while the process runs. */
const SETTINGS_READ_AGAIN_MS = 10_000;

const LOOPBACK: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** What DNS knows of one family of a name. */
type Found = { readonly addresses: readonly LookupAddress[] } | { readonly error: NodeJS.ErrnoException };

/**
 * Opens a resolver. It queries name servers itself (c-ares): `dns.lookup` occupies one of the process's four threads for each name that
 * is silent, so that all outgoing calls, and whatever else needs a thread, wait behind them.
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
      // RFC 6761: names below localhost are this machine's.
      if (name === 'localhost' || name.endsWith('.localhost')) return LOOPBACK;
      const known = system().hosts.get(name);
      if (known) return known;
      if (silent.get().has(name)) throw new NameSilent(name);
      const key = `${share} ${name}`; // no one waits for another share's turn
      const asked = underWay.get(key);
      if (asked !== undefined) return asked;
      const answer = turns.take(share, name, () => ask(name)).finally(() => underWay.delete(key));
      underWay.set(key, answer);
      return answer;
    },
  };
}

/** Resolves with the first family that has addresses, or after both answered. */
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
    return { error: error as NodeJS.ErrnoException }; // what node:dns rejects with
  }
}

/** Answers that mean that there is no such name, or no address of it. */
const NONE = ['ENOTFOUND', 'ENODATA', 'EBADNAME'];

/** With the codes that `dns.lookup` has: callers know them. */
function failureOf(name: string, errors: readonly NodeJS.ErrnoException[]): Error {
  const isNone = errors.every(({ code = '' }) => NONE.includes(code));
  const text = isNone ? `${name} has no address.` : `The addresses of ${name} could not be found.`;
  return Object.assign(new Error(text, { cause: errors[0] }), { code: isNone ? 'ENOTFOUND' : 'EAI_AGAIN' });
}

/** A value that is made again if it is older than `ms`. */
function remembered<T>(ms: number, make: () => T): () => T {
  let made: { readonly value: T; readonly at: number } | null = null;
  return () => {
    if (made === null || performance.now() - made.at > ms) made = { value: make(), at: performance.now() };
    return made.value;
  };
}

/** Names of a hosts file with their addresses, IPv4 first; none if there is no such file. */
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

/** Work of several shares, at most `AT_ONCE` of each in progress. */
function openTurns() {
  const shares = new Map<string, { running: number; readonly waiting: (() => void)[] }>();

  return {
    async take<T>(share: string, name: string, work: () => Promise<T>): Promise<T> {
      const own = shares.get(share) ?? { running: 0, waiting: [] };
      shares.set(share, own);
      if (own.running >= AT_ONCE) {
        const since = performance.now();
        await new Promise<void>((turn) => own.waiting.push(turn)); // with its place among those that run
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
