// Loads a library once per worker: compiling its modules anew takes a third of a test file's time.
module.exports = {
  process: (_source, file) => ({ code: `module.exports = requireOnce(${JSON.stringify(file)})` }),
}
