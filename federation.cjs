// The one federation table: what exists once on a page, whichever package asks for it.
// A module belongs here when it holds state or React context; everything else is bundled by its user.
const { version } = require('./shared/package.json')
const { dependencies } = require('./shared/package.json')

const react = { version: dependencies.react, requiredVersion: `^${dependencies.react}` }
const reactDom = { version: dependencies['react-dom'], requiredVersion: `^${dependencies['react-dom']}` }
const site = { version, requiredVersion: `^${version}` }

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

/** Bumped when shell and remotes must change together; releases of different contracts never meet. */
const contract = 1

const federationShared = Object.fromEntries(
  Object.entries(sharedModules).map(([request, { version, requiredVersion }]) => [
    request,
    { singleton: true, version, requiredVersion },
  ]),
)

module.exports = { contract, sharedModules, federationShared }
