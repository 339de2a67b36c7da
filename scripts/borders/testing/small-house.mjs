import { buildHouse } from '../reading/build-house.mjs'

/**
 * A house of two packages, `@site/ground` and `@site/upper` above it, and `scripts`; with these files.
 * @param upper what borders.json says of `@site/upper` besides
 * @param manifest what its package.json says besides
 */
export function smallHouse(texts, { upper = {}, manifest = {}, ...settings } = {}) {
  return buildHouse({
    settings: {
      packages: [
        { name: '@site/ground', folder: 'ground', mayImport: [] },
        { name: '@site/upper', folder: 'upper', mayImport: ['@site/ground'], ...upper },
        { name: '@site/aside', folder: 'upper/aside', mayImport: [] },
        { name: '@site/later', folder: 'later', mayImport: [] },
        { name: 'scripts', folder: 'scripts', otherFolders: ['.'], manifest: '.', holds: 'tools', mayImport: [] },
      ],
      ...settings,
    },
    manifests: {
      ground: { exports: { './wall': './src/wall.ts', './parts/*': './src/parts/*.ts' } },
      upper: {
        dependencies: { '@site/ground': '1.0.0', react: '19.0.0' },
        devDependencies: { tar: '7.0.0' },
        ...manifest,
      },
      'upper/aside': { exports: { '.': './src/index.ts' } },
      '.': { workspaces: ['ground', 'upper'], devDependencies: { jest: '30.0.0' } },
    },
    texts,
  })
}
