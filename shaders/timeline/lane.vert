#version 300 es
precision highp float;
in vec2 a_corner;        // unit square, (0,0) top left
uniform vec4 u_rect;     // px of the target, y down: x, y, width, height
uniform vec2 u_targetSize;
out float v_px;          // from the quad's left edge

void main() {
  vec2 place = u_rect.xy + a_corner * u_rect.zw;
  v_px = a_corner.x * u_rect.z;
  vec2 unit = place / u_targetSize;
  gl_Position = vec4(unit * vec2(2.0, -2.0) + vec2(-1.0, 1.0), 0.0, 1.0);
}
