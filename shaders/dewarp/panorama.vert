#version 300 es
precision highp float;
#include "../chunks/stage-quad.glsl"
uniform vec4 u_strip;  // px of the target: x, y, width, height of the unrolled strip
out vec2 v_strip;      // 0..1 inside it, y down

void main() {
  placeQuad();
  // A strip that was magnified out of its tile is empty: everything lies beyond it.
  v_strip = (v_targetPx - u_strip.xy) / max(u_strip.zw, vec2(1e-3));
}
