/**
 * Runs before any other script: with Trusted Types only paths of release files, and the sandbox's fake providers, become
 * the address of a script, and no text becomes markup. Each document's policy names it (`trusted-types`).
 */
export const SCRIPT_POLICY =
  'globalThis.trustedTypes?.createPolicy("default",{createScriptURL:u=>' +
  '/^\\/(assets|sandbox)\\/(?!.*\\.\\.)[\\w@.+~/?-]+$/.test(u.replace(location.origin,""))?u:null});'
