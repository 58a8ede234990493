import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Prefix length that providers assign to one customer; the customer can use every address in it. */
const SUBNET_BITS = 64;

const GONE = 'gone';

/**
 * Returns the key for a budget per address: an IPv4 address, or an IPv6 address's /64 network, since anyone
 * with one address in a /64 has them all. An IPv4 address written as IPv6 counts as IPv4. Text that isn't an
 * address stays unchanged. A request whose connection is gone has no address, although its type promises one;
 * all such requests share one budget.
 */
export function budgetAddress(address: string | undefined): string {
  if (address === undefined) return GONE;
  // IPv4 has only one spelling.
  if (isIPv4(address)) return address;
  const [bare = ''] = address.split('%', 1); // a link-local address's zone identifies our interface, not the caller
  if (!ipaddr.isValid(bare)) return address;
  const ip = ipaddr.process(bare);
  if (ip instanceof ipaddr.IPv4) return ip.toString();
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${ip}/${SUBNET_BITS}`);
  return `${network}/${SUBNET_BITS}`;
}
