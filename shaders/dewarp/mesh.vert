#version 300 es
precision highp float;
in vec2 a_place;            // 0..1 of the view, y down
in vec3 a_lens;             // point on the fisheye's circle and its distance from the middle, computed on the CPU
uniform vec4 u_rect;        // px of the target: x, y, width, height of the area that the mesh covers
uniform vec2 u_targetSize;  // px
out vec2 v_targetPx;
out vec3 v_lens;

void main() {
  v_targetPx = u_rect.xy + a_place * u_rect.zw;
  v_lens = a_lens;
  vec2 unit = v_targetPx / u_targetSize;
  gl_Position = vec4(unit * vec2(2.0, -2.0) + vec2(-1.0, 1.0), 0.0, 1.0);
}
