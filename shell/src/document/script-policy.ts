/**
 * Runs before any other script. Where browsers know Trusted Types, no text becomes the address of a script but by this:
 * webpack, the federation runtime and the starter all assign plain addresses, and only paths of release files pass, with
 * the sandbox's fake providers, whose address no release may have. It makes nothing of markup, so that no text becomes
 * elements. The policy of each document names it (`trusted-types`).
 */
export const SCRIPT_POLICY =
  'globalThis.trustedTypes?.createPolicy("default",{createScriptURL:u=>' +
  '/^\\/(assets|sandbox)\\/(?!.*\\.\\.)[\\w@.+~/?-]+$/.test(u.replace(location.origin,""))?u:null});'
