// In place of the runtime's sentences: an error keeps its code and the address that explains it.

export const runtimeDescMap = {}
export const typeDescMap = {}
export const buildDescMap = {}
export const errorDescMap = {}
