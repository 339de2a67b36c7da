const jestProject = require('../jest.base.cjs')

/** Jest project of a Node package: typebox, published as ES modules only, is transformed as well. */
module.exports = function nodeProject(directory) {
  const project = jestProject(directory, { environment: 'node' })
  const [swc] = Object.values(project.transform)
  return {
    ...project,
    transform: { ...project.transform, '\\.mjs$': swc },
    transformIgnorePatterns: ['/node_modules/(?!typebox/)'],
  }
}
