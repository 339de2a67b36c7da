module.exports = require('../../kit/jest/preset.cjs')(__dirname, { environment: 'node' })
