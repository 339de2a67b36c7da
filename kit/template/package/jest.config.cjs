module.exports = require('@site/remote-kit/jest')(__dirname)
