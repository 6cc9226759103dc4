import { NodeProgram, type ProgramInfo } from 'sigma/rendering'
import type { NodeDisplayData, RenderParams } from 'sigma/types'
import { floatColor } from 'sigma/utils'
import { type Shape, shapes } from './graph-colours'
import { createKeptBuffers } from './kept-buffers'

const vertexShader = /* glsl */ `
attribute vec4 a_id;
attribute vec4 a_color;
attribute vec2 a_position;
attribute float a_size;
attribute float a_shape;
uniform float u_sizeRatio;
uniform float u_pixelRatio;
uniform mat3 u_matrix;
varying vec4 v_color;
varying float v_pixels;
varying float v_shape;

void main() {
  gl_Position = vec4((u_matrix * vec3(a_position, 1)).xy, 0, 1);
  v_pixels = a_size / u_sizeRatio * u_pixelRatio * 2.0 + 2.0;
  gl_PointSize = v_pixels;
  v_shape = a_shape;
  #ifdef PICKING_MODE
  v_color = a_id;
  #else
  v_color = a_color;
  #endif
  v_color.a *= 255.0 / 254.0;
}
`

/** Each shape as its distance from the outline, in units of half the point, negative inside; about the same area for all. */
const fragmentShader = /* glsl */ `
precision mediump float;
varying vec4 v_color;
varying float v_pixels;
varying float v_shape;

void main(void) {
  vec2 p = (gl_PointCoord - 0.5) * 2.0 * v_pixels / (v_pixels - 2.0);
  vec2 q = abs(p);
  float distance = length(p) - 0.88;
  if (v_shape > 3.5) distance = max(q.x * 0.866 + p.y * -0.5, p.y) - 0.5;
  else if (v_shape > 2.5) distance = max(q.x, q.y) - 0.78;
  else if (v_shape > 1.5) distance = (q.x + q.y - 1.0) * 0.7071;
  #ifdef PICKING_MODE
  if (distance > 0.0) discard;
  gl_FragColor = v_color;
  #else
  if (v_shape > 0.5 && v_shape < 1.5) distance = abs(length(p) - 0.68) - 0.22;
  float cover = clamp(0.5 - distance * v_pixels * 0.5, 0.0, 1.0);
  gl_FragColor = v_color * cover;
  #endif
}
`

const UNIFORMS = ['u_sizeRatio', 'u_pixelRatio', 'u_matrix'] as const

/** Draws each item as the shape of its kind: one point a node, so that thousands cost little. Reads `shape` of the node's attributes. */
export class NodeShapeProgram extends NodeProgram<(typeof UNIFORMS)[number]> {
  readonly kept = createKeptBuffers()

  getDefinition() {
    const { FLOAT, UNSIGNED_BYTE, POINTS } = WebGLRenderingContext
    return {
      VERTICES: 1,
      VERTEX_SHADER_SOURCE: vertexShader,
      FRAGMENT_SHADER_SOURCE: fragmentShader,
      METHOD: POINTS,
      UNIFORMS,
      ATTRIBUTES: [
        { name: 'a_position', size: 2, type: FLOAT },
        { name: 'a_size', size: 1, type: FLOAT },
        { name: 'a_color', size: 4, type: UNSIGNED_BYTE, normalized: true },
        { name: 'a_id', size: 4, type: UNSIGNED_BYTE, normalized: true },
        { name: 'a_shape', size: 1, type: FLOAT },
      ],
    }
  }

  processVisibleItem(nodeIndex: number, startIndex: number, data: NodeDisplayData & { shape?: Shape }): void {
    const { array } = this
    array[startIndex] = data.x
    array[startIndex + 1] = data.y
    array[startIndex + 2] = data.size
    array[startIndex + 3] = floatColor(data.color)
    array[startIndex + 4] = nodeIndex
    array[startIndex + 5] = Math.max(0, shapes.indexOf(data.shape ?? 'disc'))
    this.kept.changed()
  }

  protected override bindProgram(program: ProgramInfo): void {
    const { gl, buffer } = program
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
    let offset = 0
    for (const attribute of this.ATTRIBUTES) offset += this.bindAttribute(attribute, program, offset)
    this.kept.fill(program, this.array)
    gl.bindBuffer(gl.ARRAY_BUFFER, null)
  }

  setUniforms({ sizeRatio, pixelRatio, matrix }: RenderParams, { gl, uniformLocations }: ProgramInfo): void {
    const { u_sizeRatio, u_pixelRatio, u_matrix } = uniformLocations
    gl.uniform1f(u_sizeRatio ?? null, sizeRatio)
    gl.uniform1f(u_pixelRatio ?? null, pixelRatio)
    gl.uniformMatrix3fv(u_matrix ?? null, false, matrix)
  }
}
