// Replaces the runtime's error texts; errors keep their code and documentation address.

export const runtimeDescMap = {}
export const typeDescMap = {}
export const buildDescMap = {}
export const errorDescMap = {}
