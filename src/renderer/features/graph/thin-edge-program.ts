import { EdgeProgram, type ProgramInfo } from 'sigma/rendering'
import type { EdgeDisplayData, NodeDisplayData, RenderParams } from 'sigma/types'
import { floatColor } from 'sigma/utils'
import { createKeptBuffers } from './kept-buffers'

const vertexShader = /* glsl */ `
attribute vec4 a_color;
attribute vec2 a_position;
uniform mat3 u_matrix;
varying vec4 v_color;

void main() {
  gl_Position = vec4((u_matrix * vec3(a_position, 1)).xy, 0, 1);
  v_color = a_color;
  v_color.a *= 255.0 / 254.0;
}
`

const fragmentShader = /* glsl */ `
precision mediump float;
varying vec4 v_color;

void main(void) {
  gl_FragColor = v_color;
}
`

/** How many links are drawn at most: the last ones of the graph, which are the strongest. May be changed between two pictures. */
export interface LinkBudget {
  most: number
}

const POINTS = 2

/**
 * Draws each link as a line of one pixel in its own, solid colour. Their data goes to the graphics once, and nothing is mixed with what is
 * below: with 19,351 links and software graphics that is a third of the work of sigma's own lines.
 */
export function thinEdgeProgram(budget: LinkBudget) {
  return class ThinEdgeProgram extends EdgeProgram<'u_matrix'> {
    readonly kept = createKeptBuffers()

    getDefinition() {
      const { FLOAT, UNSIGNED_BYTE, LINES } = WebGLRenderingContext
      return {
        VERTICES: POINTS,
        VERTEX_SHADER_SOURCE: vertexShader,
        FRAGMENT_SHADER_SOURCE: fragmentShader,
        METHOD: LINES,
        UNIFORMS: ['u_matrix'] as const,
        ATTRIBUTES: [
          { name: 'a_position', size: 2, type: FLOAT },
          { name: 'a_color', size: 4, type: UNSIGNED_BYTE, normalized: true },
        ],
      }
    }

    processVisibleItem(_index: number, start: number, source: NodeDisplayData, target: NodeDisplayData, data: EdgeDisplayData): void {
      const { array } = this
      const colour = floatColor(data.color)
      array[start] = source.x
      array[start + 1] = source.y
      array[start + 2] = colour
      array[start + 3] = target.x
      array[start + 4] = target.y
      array[start + 5] = colour
      this.kept.changed()
    }

    setUniforms({ matrix }: RenderParams, { gl, uniformLocations }: ProgramInfo): void {
      gl.uniformMatrix3fv(uniformLocations.u_matrix ?? null, false, matrix)
    }

    protected override bindProgram(program: ProgramInfo): void {
      const { gl, buffer } = program
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
      let offset = 0
      for (const attribute of this.ATTRIBUTES) offset += this.bindAttribute(attribute, program, offset)
      this.kept.fill(program, this.array)
      gl.bindBuffer(gl.ARRAY_BUFFER, null)
    }

    override drawWebGL(method: number, { gl, frameBuffer }: ProgramInfo): void {
      const links = Math.min(this.capacity, budget.most)
      gl.bindFramebuffer(gl.FRAMEBUFFER, frameBuffer)
      gl.disable(gl.BLEND)
      gl.drawArrays(method, (this.capacity - links) * POINTS, links * POINTS)
    }
  }
}
