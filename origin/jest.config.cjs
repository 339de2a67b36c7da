// Tests start threads and servers; a busy machine may need its time for that.
module.exports = require('../jest.base.cjs')(__dirname, { environment: 'node', testTimeout: 20_000 })
