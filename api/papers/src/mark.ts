/** The company's mark, as in its logo, on a square of 40. */
export const MARK_SIZE = 40
export const mark = [
  { path: 'M5 17.5H35V21.5C35 30 29 36 20 39C11 36 5 30 5 21.5Z', fill: '#0b3a4a' },
  { path: 'M6.25 12.5C6.25 6 11.5 1.5 17.5 1.25H22.5C28.5 1.5 33.75 6 33.75 12.5Z', fill: '#ffc61a' },
  { path: 'M4.4 12.5H35.6A1.9 1.9 0 0 1 35.6 16.3H4.4A1.9 1.9 0 0 1 4.4 12.5Z', fill: '#ffc61a' },
  {
    path: 'M18.1 0H21.8A1.9 1.9 0 0 1 23.7 1.9V8.1A1.9 1.9 0 0 1 21.8 10H18.1A1.9 1.9 0 0 1 16.2 8.1V1.9A1.9 1.9 0 0 1 18.1 0Z',
    fill: '#e8a700',
  },
  { path: 'M12.5 26.25L17.75 31.25L27.5 21.25', stroke: '#ffffff', width: 3.8 },
] as const
