// Which package may import which, for `npm run borders`. Biome checks circles of files, declared dependencies and what
// browser packages import (biome.json); package.json `exports` decide what of a package is public.
const { packages: released } = require('./lerna.json')

const platform = (...names) => names.map((name) => `platform/${name}`)
/** Folder → the folders whose sources it may import. */
const mayImport = {
  ...Object.fromEntries(released.filter((name) => name !== 'kit').map((name) => [name, ['shared']])),
  shared: [],
  'platform/base': ['shared'],
  'platform/release': [...platform('base'), 'shared'],
  'platform/compose': [...platform('base', 'release'), 'shared'],
  'platform/site': [...platform('base', 'release', 'compose'), 'shared'],
  'platform/origin': [...platform('base', 'release', 'compose', 'site'), 'api', 'api/sandbox', 'shared'],
  'platform/operator': [...platform('base', 'release', 'compose', 'site'), 'api', 'api/papers', 'shared'],
  'api/providers': [...platform('base'), 'shared'],
  'api/papers': ['shared'],
  'api/sandbox': ['shared'],
  api: [...platform('base'), 'api/papers', 'api/providers', 'shared'],
}
const tools = ['e2e', 'scripts', 'api/simulation']
const sourcesOf = (folders) => `^(${folders.join('|')})/src/`
const testing = '/testing/'
/** Loads the sandbox where there are no keys. */
const sandboxLoader = '^api/src/create-services\\.ts$'

const packageRules = Object.entries(mayImport).map(([folder, allowed]) => ({
  name: `${folder} imports ${allowed.join(', ') || 'no other package'}`,
  severity: 'error',
  from: { path: `^${folder}/(src/|[^/]*$)`, pathNot: `${testing}|${sandboxLoader}` },
  to: {
    path: sourcesOf([...Object.keys(mayImport), ...tools]),
    pathNot: sourcesOf([folder, ...allowed]),
  },
}))

module.exports = {
  forbidden: [
    ...packageRules,
    {
      name: 'no folder is in a circle of folders',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
    {
      name: 'production code imports no test code',
      severity: 'error',
      from: { path: sourcesOf(Object.keys(mayImport)), pathNot: testing },
      to: { path: `${testing}|^(e2e|api/simulation)/` },
    },
    {
      name: 'scripts import no sources of a package',
      severity: 'error',
      from: { path: '^(scripts|kit)/' },
      to: { path: sourcesOf(Object.keys(mayImport)), pathNot: testing },
    },
    {
      name: 'scripts import nothing of the browser tests',
      severity: 'error',
      from: { path: '^scripts/' },
      to: { path: '^e2e/' },
    },
    {
      name: 'the kit works in any repository: it imports nothing beside it',
      severity: 'error',
      from: { path: '^kit/' },
      to: { pathNot: '^(kit|shared|node_modules)/', dependencyTypesNot: ['core'] },
    },
  ],
  options: {
    // This parser knows TypeScript but not JSX; Biome's rules hold for .tsx files.
    parser: 'swc',
    exclude: {
      path: '(^|/)(dist|node_modules|\\.cache|template)/|\\.(test|spec|test-table)\\.|(^|/)jest\\.config|\\.tsx$',
    },
    moduleSystems: ['es6', 'cjs'],
    metrics: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default'],
      extensions: ['.ts', '.mjs', '.cjs', '.js'],
    },
  },
}
