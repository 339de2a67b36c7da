// Makes builds reproducible: ids, names and maps depend only on content and repository path.

const { createHash } = require('node:crypto')
const path = require('node:path')
const { compareNames, nameOf } = require('./module-name.cjs')

const FILE_NAMES = { 'get javascript chunk filename': 'js', 'get mini-css chunk filename': 'css' }
const CHUNK_MATCHER = { module: 'federation runtime', code: /^\s*chunkMatcher: .*,$/m }
/** Far above any module count, so collisions are rare. */
const MOST_IDS = 10_000

/** Keeps a file's bytes and address while its content is unchanged. */
class DeterministicBuildPlugin {
  constructor(name) {
    this.name = name
  }

  apply(compiler) {
    compiler.hooks.thisCompilation.tap('DeterministicBuildPlugin', (compilation) => {
      this.askPageForNames(compilation, compiler.webpack.RuntimeGlobals)
      compilation.hooks.runtimeModule.tap('DeterministicBuildPlugin', dropChunkMatcher)
      compilation.hooks.chunkIds.tap('DeterministicBuildPlugin', (chunks) => assignChunkIds(chunks, compilation))
      compilation.hooks.moduleIds.tap('DeterministicBuildPlugin', (modules) => assignModuleIds(modules, compilation))
      const { PROCESS_ASSETS_STAGE_OPTIMIZE_HASH } = compiler.webpack.Compilation
      compilation.hooks.processAssets.tap(
        // After this stage script names are final.
        { name: 'DeterministicBuildPlugin', stage: PROCESS_ASSETS_STAGE_OPTIMIZE_HASH + 1 },
        () => nameScriptsInMaps(compilation, compiler.webpack.sources),
      )
    })
  }

  /** Asks the page for file hashes: a list in the runtime would change the start with every file. */
  askPageForNames(compilation, RuntimeGlobals) {
    const files = `${RuntimeGlobals.require}.siteFiles`
    const list = `JSON.parse(document.getElementById("site-config").textContent).files[${JSON.stringify(this.name)}]`
    compilation.hooks.runtimeModule.tap('DeterministicBuildPlugin', (module) => {
      const type = FILE_NAMES[module.name]
      if (!type) return
      // Otherwise its hash would change with every other file.
      module.dependentHash = false
      module.generate = () =>
        `${module.global} = (id) => id + "." + (${files} ||= ${list})[id + ".${type}"] + ".${type}";`
    })
  }
}

/** The matcher would change the start whenever a chunk is renamed. */
function dropChunkMatcher(module) {
  if (module.name !== CHUNK_MATCHER.module) return
  const generate = module.generate.bind(module)
  module.generate = () => {
    const code = generate()
    if (!CHUNK_MATCHER.code.test(code)) throw new Error('The federation runtime is not written as it was')
    return code.replace(CHUNK_MATCHER.code, '')
  }
}

/** Derives ids from names; webpack's depend on discovery order and machine paths. */
function assignModuleIds(modules, { chunkGraph }) {
  const unnamed = [...modules].filter(
    (module) =>
      module.needId && chunkGraph.getNumberOfModuleChunks(module) > 0 && chunkGraph.getModuleId(module) === null,
  )
  const named = unnamed.map((module) => ({ module, name: nameOf(module) }))
  named.sort((a, b) => compareNames(a.name, b.name) || compareNames(a.module.identifier(), b.module.identifier()))
  const taken = new Set()
  for (const { module, name } of named) {
    let id = numberOf(name)
    for (let turn = 1; taken.has(id); turn++) id = numberOf(`${name} ${turn}`)
    taken.add(id)
    chunkGraph.setModuleId(module, id)
  }
}

/** Names a chunk after its first file (`card-panel`), shorter than webpack's path. Duplicates keep webpack's name. */
function assignChunkIds(chunks, { chunkGraph }) {
  const taken = new Set([...chunks].map(({ name }) => name))
  const short = [...chunks].map((chunk) => {
    const [first] = chunkGraph.getChunkRootModules(chunk).map(nameOf).sort(compareNames)
    return { chunk, name: first && path.parse(first.split('|')[0]).name }
  })
  for (const { chunk, name } of short) {
    const isShared = short.some((other) => other.chunk !== chunk && other.name === name)
    if (chunk.name || chunk.id !== null || !name || isShared || taken.has(name)) continue
    chunk.id = name
    chunk.ids = [name]
  }
}

/** Renames scripts in maps, whose names were set before the content hash and depend on machine paths. */
function nameScriptsInMaps(compilation, { RawSource }) {
  for (const { name, source } of compilation.getAssets()) {
    if (!name.endsWith('.map')) continue
    const map = { ...JSON.parse(source.source()), file: path.basename(name, '.map') }
    compilation.updateAsset(name, new RawSource(JSON.stringify(map)))
  }
}

function numberOf(name) {
  return createHash('sha256').update(name).digest().readUInt32BE() % MOST_IDS
}

module.exports = { DeterministicBuildPlugin }
