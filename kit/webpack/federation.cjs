// Modules that exist once on a page: those with state or React context. Users bundle everything else.
const { version, peerDependencies } = require('@site/shared/package.json')

/** A caret from the tested version: `>=` would accept the next major. */
const library = (name) => ({
  version: require(`${name}/package.json`).version,
  requiredVersion: peerDependencies[name],
})
const react = library('react')
const reactDom = library('react-dom')
/** Activation compares names and types of these modules; a version range would add nothing. */
const site = { version, requiredVersion: false }

/** Request → version and range, all singletons. A key covers only that exact request. */
const sharedModules = {
  react,
  'react/jsx-runtime': react,
  'react-dom': reactDom,
  'react-dom/client': reactDom,
  '@site/shared/block': site,
  '@site/shared/cart': site,
  '@site/shared/navigation': site,
  '@site/shared/page-head': site,
  '@site/shared/session': site,
  '@site/shared/ui': site,
}

const siteModules = Object.keys(sharedModules).filter((request) => request.startsWith('@site/'))
const serverModules = Object.keys(sharedModules).filter((request) => request !== 'react-dom/client')

/** Raise when a shared module changes its behaviour under the same names and types. */
const contract = 1
const supportedContracts = [1]

const federationShared = Object.fromEntries(
  Object.entries(sharedModules).map(([request, { version, requiredVersion }]) => [
    request,
    { singleton: true, version, requiredVersion },
  ]),
)

module.exports = { contract, supportedContracts, sharedModules, siteModules, serverModules, federationShared }
