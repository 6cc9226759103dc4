import type { ProgramInfo } from 'sigma/rendering'

/** Says which programs of a layer still need their data on the graphics side, so that a picture that only moves sends nothing again. */
export function createKeptBuffers() {
  const current = new Set<ProgramInfo>()
  return {
    /** The data is another one now. */
    changed: (): void => current.clear(),
    /** Sends the data of a program whose buffer is bound, unless it is there. */
    fill(program: ProgramInfo, data: Float32Array): void {
      if (current.has(program)) return
      const { gl } = program
      gl.bufferData(gl.ARRAY_BUFFER, data, gl.DYNAMIC_DRAW)
      current.add(program)
    },
  }
}
