// How a build is made the same everywhere: numbers, names and maps are made from what is in a file and from its path within
// the repository (`module-name.cjs`), never from the machine, its folders or the order in which webpack found things.

const { createHash } = require('node:crypto')
const path = require('node:path')
const { compareNames, nameOf } = require('./module-name.cjs')

/** What webpack calls the runtime modules that turn the id of a chunk into the name of its file. */
const FILE_NAMES = { 'get javascript chunk filename': 'js', 'get mini-css chunk filename': 'css' }
/** What the federation's runtime brings along: the names of all chunks, which nobody asks for. */
const CHUNK_MATCHER = { module: 'federation runtime', code: /^\s*chunkMatcher: .*,$/m }
/** Far more than any package has modules, so that a new one seldom takes the number of another. */
const MOST_IDS = 10_000

/** Has a file keep its bytes, and so its address, in every build that does not change what is in it. */
class LastingBytesPlugin {
  /** @param name the package, under which the page lists its files (`SiteConfig.files` of `@site/shared/site-config`) */
  constructor(name) {
    this.name = name
  }

  apply(compiler) {
    compiler.hooks.thisCompilation.tap('LastingBytesPlugin', (compilation) => {
      this.askPageForNames(compilation, compiler.webpack.RuntimeGlobals)
      compilation.hooks.runtimeModule.tap('LastingBytesPlugin', dropChunkMatcher)
      compilation.hooks.chunkIds.tap('LastingBytesPlugin', (chunks) => assignChunkIds(chunks, compilation))
      compilation.hooks.moduleIds.tap('LastingBytesPlugin', (modules) => assignModuleIds(modules, compilation))
      const { PROCESS_ASSETS_STAGE_OPTIMIZE_HASH } = compiler.webpack.Compilation
      compilation.hooks.processAssets.tap(
        // Scripts have their last names then.
        { name: 'LastingBytesPlugin', stage: PROCESS_ASSETS_STAGE_OPTIMIZE_HASH + 1 },
        () => nameScriptsInMaps(compilation, compiler.webpack.sources),
      )
    })
  }

  /**
   * The runtime asks the page for the hashes of the files it loads, where the origin has written them, in place of a
   * list of its own: one changed file would change that list, and with it the bytes of the package's start.
   */
  askPageForNames(compilation, RuntimeGlobals) {
    const files = `${RuntimeGlobals.require}.siteFiles`
    const list = `JSON.parse(document.getElementById("site-config").textContent).files[${JSON.stringify(this.name)}]`
    compilation.hooks.runtimeModule.tap('LastingBytesPlugin', (module) => {
      const type = FILE_NAMES[module.name]
      if (!type) return
      // Without this its hash would be made anew whenever another file changes.
      module.dependentHash = false
      module.generate = () =>
        `${module.global} = (id) => id + "." + (${files} ||= ${list})[id + ".${type}"] + ".${type}";`
    })
  }
}

/** With it a chunk of another name would change the bytes of the package's start. */
function dropChunkMatcher(module) {
  if (module.name !== CHUNK_MATCHER.module) return
  const generate = module.generate.bind(module)
  module.generate = () => {
    const code = generate()
    if (!CHUNK_MATCHER.code.test(code)) throw new Error('The federation runtime is not written as it was')
    return code.replace(CHUNK_MATCHER.code, '')
  }
}

/**
 * Numbers made from names. webpack's own go by the order in which modules were found too, which is another in each
 * build, and by the paths of the machine.
 */
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

/**
 * Calls a chunk after the file it begins with (`card-panel`): webpack would take its whole path, and every page names every
 * chunk. What would be called like another keeps webpack's name.
 */
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

/** A map calls its script what it was called before its hash was that of its content: by the paths of the machine. */
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

module.exports = { LastingBytesPlugin }
