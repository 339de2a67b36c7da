/** Written by scripts/artwork/icon-file.mjs: the file with these icons. */
export const iconFile = '/images/icons.4feb918a.svg'
export const iconsInFile: readonly string[] = [
  'phone',
  'mail',
  'clock',
  'pin',
  'building',
  'people',
  'facebook',
  'x',
  'instagram',
  'linkedin',
  'youtube',
]
