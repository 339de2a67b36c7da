const drawings: Readonly<Record<string, string>> = {
  lock: 'M6 11h12v9H6zM9 11V8a3 3 0 0 1 6 0v3M12 14.5v2.5',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M2.5 20a6.5 6.5 0 0 1 13 0M16 4.5a3.5 3.5 0 0 1 0 6M18 14a6 6 0 0 1 3.5 6',
  chain: 'M10 14a4 4 0 0 0 6 .5l3-3a4.2 4.2 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6-.5l-3 3a4.2 4.2 0 0 0 6 6l1-1',
  access:
    'M12 6.5a1.75 1.75 0 1 0 0-3.5 1.75 1.75 0 0 0 0 3.5M4.5 8.5l7.5 1.5 7.5-1.5M12 10v4.5M8.5 21l3.5-6.5 3.5 6.5',
  helmet: 'M3 17h18M5 17v-2a7 7 0 0 1 14 0v2M10 8.5V13M14 8.5V13',
  badge: 'M12 14a5 5 0 1 0 0-10 5 5 0 0 0 0 10M9 13.5 7.5 21l4.5-2.5 4.5 2.5-1.5-7.5',
}

export function PolicyIcon({ name }: { name: string }) {
  return (
    <svg width="30" height="30" viewBox="0 0 24 24" aria-hidden="true">
      <path
        d={drawings[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
