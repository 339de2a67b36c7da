// The one federation table: what exists once on a page, whichever package asks for it.
// A module belongs here when it holds state or React context; everything else is bundled by its user.
const { version, peerDependencies } = require('@site/shared/package.json')

/** The range that was tested, from its floor on; a caret, because `>=` would let the next major in. */
const library = (name) => ({
  version: require(`${name}/package.json`).version,
  requiredVersion: peerDependencies[name],
})
const react = library('react')
const reactDom = library('react-dom')
/** Names and types of these are compared one by one when a release is activated; a range would say less. */
const site = { version, requiredVersion: false }

/** Request → version and range, all singletons. Keys cover only that exact request. */
const sharedModules = {
  react,
  'react/jsx-runtime': react,
  'react-dom': reactDom,
  'react-dom/client': reactDom,
  '@site/shared/cart': site,
  '@site/shared/navigation': site,
  '@site/shared/page-head': site,
  '@site/shared/session': site,
  '@site/shared/ui': site,
}

/** What remotes find on the server, where nothing is hydrated. */
const serverModules = Object.keys(sharedModules).filter((request) => request !== 'react-dom/client')

/** Bumped when a shared module behaves otherwise under the same names and types, which no comparison can see. */
const contract = 1
/** Contracts of remotes that this host serves. */
const supportedContracts = [1]

const federationShared = Object.fromEntries(
  Object.entries(sharedModules).map(([request, { version, requiredVersion }]) => [
    request,
    { singleton: true, version, requiredVersion },
  ]),
)

module.exports = { contract, supportedContracts, sharedModules, serverModules, federationShared }
