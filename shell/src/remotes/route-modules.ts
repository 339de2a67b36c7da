/** `catalog/courses-page` */
export type ModuleName = string

export function ownerOf(name: ModuleName): string {
  return name.slice(0, name.indexOf('/'))
}
