/** A DNS record that a host creates. */
export interface DomainRecord {
  readonly type: 'TXT' | 'CNAME' | 'A' | 'AAAA';
  readonly name: string;
  readonly value: string;
  /** True if another record in the list can replace it. */
  readonly alternative: boolean;
}

/** Name for the record that proves a domain's ownership. */
export const challengeName = (domain: string): string => `_platform-challenge.${domain}`;

/** A domain's records: the proof first, then the routing to the platform; addresses are for a zone's apex. */
export function recordsOf(
  { domain, challenge }: { readonly domain: string; readonly challenge: string },
  target: string,
  addresses: readonly string[],
): readonly DomainRecord[] {
  return [
    { type: 'TXT', name: challengeName(domain), value: challenge, alternative: false },
    { type: 'CNAME', name: domain, value: target, alternative: false },
    ...addresses.map((value) => ({
      type: value.includes(':') ? ('AAAA' as const) : ('A' as const),
      name: domain,
      value,
      alternative: true,
    })),
  ];
}
