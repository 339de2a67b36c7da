module.exports = require('../origin/jest.node.cjs')(__dirname)
