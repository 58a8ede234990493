import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** What one customer of a provider gets of IPv6, every address of which is theirs to use. */
const SUBNET_BITS = 64;

const GONE = 'gone';

/**
 * What a budget per address is keyed by: an IPv4 address, or the /64 network of an IPv6 one, since anyone who has one address of
 * a /64 has them all. An IPv4 address that is written as IPv6 counts as what it is. Text that is no address stays as it is.
 * A request whose connection has gone has no address any more, whatever its type promises: all of these share one budget.
 */
export function budgetAddress(address: string | undefined): string {
  if (address === undefined) return GONE;
  // It has one spelling only.
  if (isIPv4(address)) return address;
  const [bare = ''] = address.split('%', 1); // the zone of a link-local address shows which of our interfaces, not who
  if (!ipaddr.isValid(bare)) return address;
  const ip = ipaddr.process(bare);
  if (ip instanceof ipaddr.IPv4) return ip.toString();
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${ip}/${SUBNET_BITS}`);
  return `${network}/${SUBNET_BITS}`;
}
