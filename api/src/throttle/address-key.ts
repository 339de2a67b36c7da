import ipaddr from 'ipaddr.js'

/** What an address is counted under: with IPv6 one visitor has a whole /64 to choose from. */
export function addressKey(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip
  // An IPv4 address in IPv6's clothes is the same visitor.
  const address = ipaddr.process(ip)
  if (address instanceof ipaddr.IPv4) return address.toString()
  const [network] = ipaddr.IPv6.networkAddressFromCIDR(`${address.toNormalizedString()}/64`)
    .toNormalizedString()
    .split(/(?::0){4}$/)
  return network ?? ip
}
