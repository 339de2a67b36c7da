import { addressKey } from '@site/api/address-key'

/** An IPv4 /24 or IPv6 /48: one customer may have all of it. */
export function networkKey(ip: string): string {
  const key = addressKey(ip)
  return key.includes(':') ? key.split(':').slice(0, 3).join(':') : key.replace(/\.\d+$/, '')
}
