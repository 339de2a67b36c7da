export function sourceFiles(): string[]
export function copySources(files: readonly string[], tree: string): void
export function linkModules(tree: string): void
