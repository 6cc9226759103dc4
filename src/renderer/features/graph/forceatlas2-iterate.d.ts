declare module 'graphology-layout-forceatlas2/iterate' {
  import type { ForceAtlas2Settings } from 'graphology-layout-forceatlas2'

  /** One round of ForceAtlas2 over matrices of ten numbers a node and three an edge, changed in place. */
  const iterate: (settings: Required<ForceAtlas2Settings>, nodes: Float32Array, edges: Float32Array) => object
  // biome-ignore lint/style/noDefaultExport: that is how the library exports it
  export default iterate
}
