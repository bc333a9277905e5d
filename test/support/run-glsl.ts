import { need } from "#base/assert.ts";

/** Uniforms by name: a number, or the components of a vec2..vec4 or a mat3. */
type Uniforms = Readonly<Record<string, number | readonly number[]>>;

/**
 * Runs a piece of GLSL on the GPU for many inputs and returns its floats: `body` sets `vec4 result` from `vec4 given`.
 * `head` contains defines and the functions under test.
 */
export function runGlsl(
  head: string,
  body: string,
  inputs: readonly (readonly number[])[],
  uniforms: Uniforms = {},
): number[][] {
  const canvas = new OffscreenCanvas(1, 1);
  const gl = need(canvas.getContext("webgl2"), "webgl2");
  try {
    need(gl.getExtension("EXT_color_buffer_float"), "float targets");
    const width = 256;
    const height = Math.ceil(inputs.length / width);
    const texture = (data: Float32Array<ArrayBuffer> | null): WebGLTexture => {
      const made = need(gl.createTexture(), "texture");
      gl.bindTexture(gl.TEXTURE_2D, made);
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, width, height, 0, gl.RGBA, gl.FLOAT, data);
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
      return made;
    };
    const data = new Float32Array(width * height * 4);
    inputs.forEach((input, index) => data.set(input, index * 4));
    const target = texture(null);
    const source = texture(data);
    gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer());
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, target, 0);

    const compile = (type: number, text: string): WebGLShader => {
      const shader = need(gl.createShader(type), "shader");
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(`${gl.getShaderInfoLog(shader)}\n${text}`);
      return shader;
    };
    const program = gl.createProgram();
    gl.attachShader(
      program,
      compile(
        gl.VERTEX_SHADER,
        "#version 300 es\nvoid main() { gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0); }",
      ),
    );
    gl.attachShader(
      program,
      compile(
        gl.FRAGMENT_SHADER,
        `#version 300 es\nprecision highp float;\n${head}\nuniform sampler2D u_given;\nout vec4 o_result;\nvoid main() {\n  vec4 given = texelFetch(u_given, ivec2(gl_FragCoord.xy), 0);\n  vec4 result = vec4(0.0);\n  ${body}\n  o_result = result;\n}`,
      ),
    );
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program) ?? "link");
    gl.useProgram(program);
    for (const [name, value] of Object.entries(uniforms)) {
      const place = gl.getUniformLocation(program, name);
      const list = typeof value === "number" ? [value] : value;
      if (list.length === 1) gl.uniform1fv(place, list);
      else if (list.length === 2) gl.uniform2fv(place, list);
      else if (list.length === 3) gl.uniform3fv(place, list);
      else if (list.length === 4) gl.uniform4fv(place, list);
      else gl.uniformMatrix3fv(place, false, list);
    }
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, source);
    gl.viewport(0, 0, width, height);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    const out = new Float32Array(width * height * 4);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.FLOAT, out);
    return inputs.map((_, index) => [...out.subarray(index * 4, index * 4 + 4)]);
  } finally {
    gl.getExtension("WEBGL_lose_context")?.loseContext();
  }
}
