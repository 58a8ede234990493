import ipaddr from 'ipaddr.js';

/** Bits of an IPv6 address that name a customer's network; the rest is the customer's to choose. */
const NETWORK_BITS = 64;

/**
 * The network an address belongs to, which is what every budget and every count by address is keyed by: an IPv4 address
 * counts for itself, also where it comes inside IPv6; an IPv6 address counts as its /64, because whoever has one address
 * of it has all. A text that is no address counts for itself.
 */
export function clientNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const ip = ipaddr.process(address);
  if (ip instanceof ipaddr.IPv4) return ip.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${withoutZone(ip)}/${NETWORK_BITS}`)}/${NETWORK_BITS}`;
}

const withoutZone = (ip: ipaddr.IPv6): string => ip.toNormalizedString().replace(/%.*$/, '');
