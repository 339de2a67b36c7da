const jestProject = require('../jest.base.cjs')

/** Jest project of a Node package: what is published as ES modules only (typebox, cookie) is transformed as well. */
module.exports = function nodeProject(directory) {
  const project = jestProject(directory, { environment: 'node' })
  const [swc] = Object.values(project.transform)
  return {
    ...project,
    transform: { ...project.transform, '\\.mjs$': swc, '/node_modules/cookie/.+\\.js$': swc },
    transformIgnorePatterns: ['/node_modules/(?!typebox/|cookie/|light-my-request/node_modules/cookie/)'],
  }
}
