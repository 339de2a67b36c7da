/** Components of other packages on a page. */
export { Block, FindBlock, type PlacedBlock } from './block'
