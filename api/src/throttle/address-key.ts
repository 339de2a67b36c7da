import { isIPv6 } from 'node:net'

/** What an address is counted under: with IPv6 one visitor has a whole /64 to choose from. */
export function addressKey(ip: string): string {
  if (!isIPv6(ip)) return ip
  const mapped = ip.match(/^::ffff:(\d+\.\d+\.\d+\.\d+)$/i)
  if (mapped?.[1]) return mapped[1]
  const [head = '', tail = ''] = ip.split('::')
  const first = head.split(':').filter(Boolean)
  const last = tail.split(':').filter(Boolean)
  const gap: string[] = ip.includes('::') ? Array(8 - first.length - last.length).fill('0') : []
  return [...first, ...gap, ...last].slice(0, 4).join(':')
}
