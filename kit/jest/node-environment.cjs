const { TestEnvironment } = require('jest-environment-node')

const isInstance = Function.prototype[Symbol.hasInstance]

/** Hands Node's own `require` to `load-once.cjs`. Its libraries and a test take each other's errors and dates for theirs. */
module.exports = class NodeEnvironment extends TestEnvironment {
  constructor(...given) {
    super(...given)
    this.global.requireOnce = require
    for (const type of [Error, Date]) {
      const own = this.global[type.name]
      Object.setPrototypeOf(own.prototype, type.prototype)
      Object.defineProperty(own, Symbol.hasInstance, {
        value(it) {
          return isInstance.call(this === own ? type : this, it)
        },
      })
    }
  }
}
