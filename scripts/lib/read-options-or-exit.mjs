/**
 * The options this command was given, or its end with 1 and what is wrong with them.
 * @param readOptions takes the arguments; throws an Error that says how the command is used
 */
export function readOptionsOrExit(readOptions) {
  try {
    return readOptions(process.argv.slice(2))
  } catch (error) {
    console.error(error.message)
    process.exit(1)
  }
}
