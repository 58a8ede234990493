/** A DNS record that a host creates. */
export interface DomainRecord {
  readonly type: 'TXT' | 'CNAME' | 'A' | 'AAAA';
  readonly name: string;
  readonly value: string;
  /** Whether another record of the list does instead. */
  readonly alternative: boolean;
}

/** The name of the record that proves whose a domain is. */
export const challengeName = (domain: string): string => `_platform-challenge.${domain}`;

/** The records that a domain needs: the proof first, then what leads to the platform; addresses are for the top of a zone. */
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
