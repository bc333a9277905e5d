/**
 * regl 2 speaks WebGL 1 with extensions; in WebGL 2 those are core and `getExtension` answers null for them. This makes
 * the context answer with objects bound to the core calls. Without the vertex-array object, regl would write its
 * attributes into whatever vertex array pixi left bound: the overlay vanishes without a GL error.
 */
export function shimExtensions(gl: WebGL2RenderingContext): void {
  const own = Object.getPrototypeOf(gl) as WebGL2RenderingContext;
  const core: Record<string, object> = {
    angle_instanced_arrays: {
      VERTEX_ATTRIB_ARRAY_DIVISOR_ANGLE: gl.VERTEX_ATTRIB_ARRAY_DIVISOR,
      drawArraysInstancedANGLE: gl.drawArraysInstanced.bind(gl),
      drawElementsInstancedANGLE: gl.drawElementsInstanced.bind(gl),
      vertexAttribDivisorANGLE: gl.vertexAttribDivisor.bind(gl),
    },
    oes_vertex_array_object: {
      VERTEX_ARRAY_BINDING_OES: gl.VERTEX_ARRAY_BINDING,
      createVertexArrayOES: gl.createVertexArray.bind(gl),
      deleteVertexArrayOES: gl.deleteVertexArray.bind(gl),
      isVertexArrayOES: gl.isVertexArray.bind(gl),
      bindVertexArrayOES: gl.bindVertexArray.bind(gl),
    },
    oes_element_index_uint: {},
  };
  const original = own.getExtension.bind(gl) as (name: string) => unknown;
  Object.defineProperty(gl, "getExtension", {
    configurable: true,
    value: (name: string): unknown => core[name.toLowerCase()] ?? original(name),
  });
}

/** The extensions that regl is told to use; the shim answers for each. */
export const shimmedExtensions = ["ANGLE_instanced_arrays", "OES_vertex_array_object", "OES_element_index_uint"];
