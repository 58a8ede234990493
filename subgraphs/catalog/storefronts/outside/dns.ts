import { Resolver } from 'node:dns/promises';
import { challengeName } from '../domain/domain-records.ts';
import type { Evidence, Finding } from '../domain/domain-state.ts';

/** A request to check a domain. */
export interface DomainQuestion {
  readonly domain: string;
  /** The text that proves ownership. */
  readonly challenge: string;
  /** The name the domain must point to, and addresses that also work. */
  readonly target: string;
  readonly addresses: readonly string[];
}

/** Looks up domains' records. */
export interface Dns {
  readonly evidence: (question: DomainQuestion) => Promise<Evidence>;
}

const TIMEOUT_MS = 1_000;
const TRIES = 2;
/** DNS errors that mean there is no such record. */
const NONE = ['ENODATA', 'ENOTFOUND', 'EBADNAME'];

/** Opens a resolver with the configured servers: `DNS_SERVERS`, or the system's. */
export function openDns({ dnsServers }: { readonly dnsServers: readonly string[] }): Dns {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES, maxTimeout: TIMEOUT_MS });
  if (dnsServers.length > 0) resolver.setServers([...dnsServers]);
  const all = async (name: string) => {
    const [v4, v6] = await Promise.all([
      ask(() => resolver.resolve4(name)),
      ask(() => resolver.resolve6(name)),
    ]);
    return v4 === null || v6 === null ? null : [...v4, ...v6];
  };

  async function findChallenge(domain: string, challenge: string): Promise<Finding> {
    const texts = await ask(() => resolver.resolveTxt(challengeName(domain)));
    if (texts === null) return 'unknown';
    return texts.some((chunks) => chunks.join('').trim() === challenge) ? 'found' : 'missing';
  }

  async function findTarget({ domain, target, addresses }: DomainQuestion): Promise<Finding> {
    const [names, led, wanted] = await Promise.all([
      ask(() => resolver.resolveCname(domain)),
      all(domain),
      all(target),
    ]);
    if (names?.some((name) => name.toLowerCase().replace(/\.$/, '') === target)) return 'found';
    if (led === null) return 'unknown';
    const ours = new Set([...addresses, ...(wanted ?? [])]);
    if (led.length > 0 && led.every((address) => ours.has(address))) return 'found';
    return names === null || wanted === null ? 'unknown' : 'missing';
  }

  return {
    async evidence(question) {
      const [challenge, target] = await Promise.all([
        findChallenge(question.domain, question.challenge),
        findTarget(question),
      ]);
      return { challenge, target };
    },
  };
}

/** The records; empty if DNS has no such record, null without a response. */
async function ask<T>(look: () => Promise<T[]>): Promise<T[] | null> {
  try {
    return await look();
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException; // the type of node:dns rejections
    if (NONE.includes(code)) return [];
    return null;
  }
}
