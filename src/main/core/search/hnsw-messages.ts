/** What the vector index and its worker thread say to each other. A label is a number that is given once and never again. */
export type HnswRequest =
  | { kind: 'start'; dimensions: number; capacity: number }
  /** `vectors` holds one vector of length 1 after the other, in the order of the labels. */
  | { kind: 'add'; labels: number[]; vectors: Float32Array }
  | { kind: 'remove'; label: number }
  | { kind: 'search'; request: number; vector: Float32Array; count: number }

export type HnswReply =
  | { kind: 'added'; labels: number[] }
  | { kind: 'found'; request: number; labels: number[] }
  | { kind: 'failed'; reason: string }
